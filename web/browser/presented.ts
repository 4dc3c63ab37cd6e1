// When a picture was on the screen, as the browser itself tells: its trace has for each frame when the page drew, committed, and when
// the frame was presented.
import type {Browser, Page} from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  pid: number;
  id2?: {local: string};
  args: {frame_reporter?: {state: string}};
}

/** A frame of the page: when what it draws was complete, and when it was seen; microseconds. */
interface Frame {
  committed: number;
  presented: number;
}

function framesOf(events: TraceEvent[]): Frame[] {
  const frames: Frame[] = [];
  const open = new Map<string, {shown: boolean; committed: number}>();
  for (const {name, ph, ts, pid, id2, args} of events) {
    const key = `${pid} ${id2?.local}`;
    if (name === 'PipelineReporter' && ph === 'b')
      open.set(key, {shown: args.frame_reporter?.state.startsWith('STATE_PRESENTED') ?? false, committed: 0});
    const frame = open.get(key);
    if (!frame || ph !== 'e') continue;
    if (name === 'SendBeginMainFrameToCommit') frame.committed = ts;
    if (name !== 'PipelineReporter') continue;
    if (frame.shown && frame.committed > 0) frames.push({committed: frame.committed, presented: ts});
    open.delete(key);
  }
  return frames;
}

/**
 * How long after each `performance.mark(mark)` that `act` makes in the page, when it has just drawn, the picture was on the screen;
 * milliseconds.
 */
export async function presented(
  browser: Browser,
  page: Page,
  mark: string,
  act: () => Promise<void>,
): Promise<number[]> {
  const categories = ['-*', 'blink.user_timing', 'disabled-by-default-devtools.timeline.frame'];
  await browser.startTracing(page, {categories});
  await act();
  // Two frames later the last one is on the screen.
  for (let i = 0; i < 3; ++i)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  const trace = JSON.parse(String(await browser.stopTracing())) as {traceEvents: TraceEvent[]};
  const events = trace.traceEvents.sort((a, b) => a.ts - b.ts);
  const frames = framesOf(events);
  return events
    .filter((each) => each.name === mark)
    .map(({ts}) => {
      const seen = frames.filter((each) => each.committed >= ts).map((each) => each.presented);
      if (seen.length === 0) throw new Error(`of ${frames.length} frames none has what was drawn`);
      return (Math.min(...seen) - ts) / 1000;
    });
}
