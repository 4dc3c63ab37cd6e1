// The page starts here.
import {ReportSource} from './report_source.ts';
import {ServerSource} from './server_source.ts';

const report = JSON.parse(document.getElementById('bricard-report')?.textContent ?? 'null');
const source = report
  ? new ReportSource(report)
  : new ServerSource(new URLSearchParams(location.search).get('token') ?? '');
console.log(source);
