// One pane: its buttons, legend, drawing, difference and table of figures.
import type {PageState} from '../state.ts';
import {Chart} from './chart.ts';
import {type CsvTable, csvPieces} from './csv.ts';
import {type Curves, curvesOf, differencesOf, refined, spectraOf} from './curves.ts';
import {button, make, tokens} from './elements.ts';
import {download, downloadPng, downloadSvg, fileName} from './export.ts';
import type {Gestures} from './gestures.ts';
import {lowest, type PaneLayout} from './layout.ts';
import {Legend, readout} from './legend.ts';
import {blocksOf, differenceBlocks} from './pane_export.ts';
import {type PaneActs, paneTools} from './pane_tools.ts';
import {pickColumns} from './picker.ts';
import {type Curve, type Picture, pictureOf, type Span, wholeX} from './picture.ts';
import {resizer} from './resizer.ts';
import {orderOf, rowBefore} from './sampling.ts';
import {type Sheet, sheetOf} from './sheets.ts';
import type {SvgPart} from './svg.ts';
import {valueText} from './ticks.ts';
import {between, panned, zoomed} from './zoom.ts';

/** What a pane asks of the panel it is in. */
export interface PaneHost {
  readonly state: PageState;
  readonly width: number;
  /** Whether any pane has a right axis. */
  readonly wide: boolean;
  zoom(domain: string): Span | null;
  whole(domain: string): Span | null;
  setZoom(domain: string, span: Span | null): void;
  /** The layout has changed: it is to be kept. */
  changed(): void;
  /** Ranges or axes may have changed: others may have to follow. */
  aligned(): void;
  addTo(pane: Pane, columns: string[]): void;
  move(pane: Pane, by: number): void;
  remove(pane: Pane): void;
}

const nothing: Curves = {curves: [], xLabel: '', notes: []};
const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

export class Pane implements PaneActs {
  readonly root: HTMLElement;
  private readonly tools = make('div', {class: 'plot-tools', role: 'toolbar', 'aria-label': 'Plot'});
  private readonly legend: Legend;
  private readonly note = make('div', {class: 'plot-notes', 'aria-live': 'polite'});
  private readonly figures = make('div', {class: 'plot-figures'});
  private readonly empty = make('p', {class: 'plot-empty'});
  private readonly chart: Chart;
  private readonly differenceChart: Chart;
  private sheets: Sheet[] = [];
  private data = nothing;
  /** The curves with finer rows where they are in view. */
  private fine: Curve[] | null = null;
  private differences: Curves | null = null;
  private ticket = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private hovered: number | null = null;
  private figuresAsked = false;

  constructor(
    readonly layout: PaneLayout,
    private host: PaneHost,
  ) {
    this.legend = new Legend({
      show: (column, on) => this.showColumn(column, on),
      remove: (column) => this.set({columns: layout.columns.filter((each) => each !== column)}),
      point: (column) => {
        this.chart.fade(column);
        this.differenceChart.fade(column);
      },
    });
    this.chart = new Chart(
      'Plot',
      this.gestures(() => this.chart),
    );
    this.differenceChart = new Chart(
      'Difference',
      this.gestures(() => this.differenceChart),
    );
    this.differenceChart.root.hidden = true;
    this.empty.append(
      'Nothing is chosen yet. ',
      button('Choose columns', 'Choose columns', () => this.choose()),
    );
    const resized = () => {
      this.chart.resize(host.width, layout.height);
      this.time();
    };
    this.root = make(
      'section',
      {class: 'plot-pane', 'aria-label': 'Plot'},
      make('div', {class: 'plot-head'}, this.legend.root, this.tools),
      this.empty,
      this.chart.root,
      this.differenceChart.root,
      this.note,
      this.figures,
      resizer(layout, resized, () => host.changed()),
    );
    this.fillTools();
  }

  // ---- what it shows ------------------------------------------------------------------------------------------------------------

  /** Panes of one domain share their zoom. */
  get domain(): string {
    const {layout} = this;
    return `${layout.file}|${layout.spectrum ? 'frequency' : layout.over}`;
  }
  private get timeDomain(): string {
    return `${this.layout.file}|`;
  }
  /** The time where x is it or follows it; else null. */
  private get now(): number | null {
    return !this.layout.spectrum && this.sheets[0]?.main ? this.host.state.time.value : null;
  }
  private get curves(): Curve[] {
    return this.fine ?? this.data.curves;
  }
  /** The axis column of the run as it was loaded. */
  private get axisRows(): Float64Array {
    const curve = this.data.curves.find((each) => each.run === '');
    return curve?.parameter ?? curve?.x ?? new Float64Array();
  }
  whole(): Span | null {
    return wholeX(this.data.curves, this.layout.logX);
  }
  get twoAxes(): boolean {
    return this.data.curves.some((each) => each.side === 1);
  }
  unit(column: string): string {
    return this.sheets.find((each) => each.has(column))?.unit(column) ?? '';
  }

  /** Fetches what the layout asks for and draws it. Answers that come too late are dropped. */
  async load(): Promise<void> {
    const ticket = ++this.ticket;
    clearTimeout(this.waiting);
    const {layout, host} = this;
    const run = host.state.run.value;
    if (!run) return;
    this.root.setAttribute('aria-busy', 'true');
    let sheets: Sheet[] = [];
    let data = nothing;
    try {
      const runs = [run, ...host.state.overlays.value];
      const [own, ...others] = await Promise.all(runs.map((each) => sheetOf(host.state.source, each, layout.file)));
      if (!own) throw new Error(`This run has no ${layout.file}.`);
      sheets = [own, ...others.filter((each) => each !== null)];
      data = layout.spectrum
        ? await spectraOf(layout, sheets, host.zoom(this.timeDomain))
        : await curvesOf(layout, own, sheets.slice(1));
    } catch (error) {
      data = {...nothing, notes: [words(error)]};
    }
    if (ticket !== this.ticket) return;
    this.root.removeAttribute('aria-busy');
    this.sheets = sheets;
    this.data = data;
    this.fine = null;
    const comparable = layout.difference && !layout.spectrum && layout.over === '' && sheets.length > 1;
    this.differences = comparable ? differencesOf(data.curves, data.xLabel) : null;
    this.fillTools();
    this.build();
    host.aligned();
    this.refineSoon();
  }

  private picture(curves: Curve[], change = false): Picture {
    const {layout, host} = this;
    const out = pictureOf(curves, {
      xLabel: this.data.xLabel,
      logX: layout.logX,
      logY: layout.logY && !change,
      zoom: host.zoom(this.domain) ?? host.whole(this.domain),
      quantity: layout.spectrum ? 'amplitude' : '',
    });
    if (change) for (const axis of out.y) axis.label = `Δ ${axis.label}`;
    return out;
  }

  /** Draws everything anew: other curves, another theme, another width. */
  build(): void {
    const {layout, host} = this;
    const some = this.curves.length > 0;
    this.empty.hidden = some || this.data.notes.length > 0;
    this.chart.root.hidden = !some;
    if (some) this.chart.show(this.picture(this.curves), host.width, layout.height, host.wide);
    const apart = this.differences?.curves ?? [];
    this.differenceChart.root.hidden = apart.length === 0;
    if (apart.length > 0) {
      const height = Math.max(lowest, Math.round(0.7 * layout.height));
      this.differenceChart.show(this.picture(apart, true), host.width, height, host.wide);
    }
    this.legend.fill(this.curves, host.state.run.value?.info.name ?? '');
    const notes = [...this.data.notes, ...(this.differences?.notes ?? [])];
    this.note.replaceChildren(...notes.map((each) => make('p', {}, each)));
    const names = layout.columns.join(', ');
    this.root.setAttribute('aria-label', names === '' ? 'Empty plot' : `Plot of ${names}`);
    this.time();
  }

  /** The zoom has changed. */
  zoomed(): void {
    if (this.curves.length > 0) this.chart.update(this.picture(this.curves));
    if (this.differences) this.differenceChart.update(this.picture(this.differences.curves, true));
    this.time();
    this.refineSoon();
  }

  /** The zoom of the time has changed: a spectrum is one of that stretch. */
  timeZoomed(domain: string): void {
    if (!this.layout.spectrum || domain !== this.timeDomain) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.load(), 250);
  }

  /** Asks for finer rows where the file has them, once the view rests. */
  private refineSoon(): void {
    const thinned = this.sheets.some((sheet) => sheet.main && sheet.rows > this.axisRows.length);
    if (this.layout.spectrum || this.layout.over !== '' || !thinned) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(async () => {
      const ticket = ++this.ticket;
      try {
        const points = 2 * Math.max(200, this.host.width);
        const fine = await refined(this.data.curves, this.sheets, this.host.zoom(this.domain), points);
        if (ticket !== this.ticket || !fine) return;
        this.fine = fine.curves;
        this.chart.update(this.picture(fine.curves));
        // An envelope has the lowest and highest, not the value at a time.
        this.legend.use(fine.exact ? fine.curves : this.data.curves);
        this.time();
      } catch (error) {
        if (ticket === this.ticket) this.host.state.tell(words(error), 'error');
      }
    }, 120);
  }

  /** Follows the time: line, dots, values. */
  time(): void {
    const {now} = this;
    this.chart.time(now);
    if (this.differences) this.differenceChart.time(now);
    this.legend.tell(this.hovered ?? now);
    if (this.layout.readout) this.figuresSoon();
    else if (this.figures.childElementCount > 0) this.figures.replaceChildren();
    const rows = this.axisRows;
    const axis = this.sheets[0]?.axis ?? '';
    if (now === null || rows.length === 0) return;
    this.chart.say(`${axis} = ${valueText(now)} ${this.unit(axis)}`, now, rows[0]!, rows[rows.length - 1]!);
  }

  /** Ten times a second is enough for reading. */
  private figuresSoon(): void {
    if (this.figuresAsked) return;
    this.figuresAsked = true;
    setTimeout(
      () => {
        this.figuresAsked = false;
        if (!this.layout.readout || this.curves.length === 0) return;
        const {x} = this.picture(this.curves);
        this.figures.replaceChildren(readout(this.curves, this.data.curves, x, this.hovered ?? this.now));
      },
      this.figures.childElementCount === 0 ? 0 : 100,
    );
  }

  // ---- what the user does -------------------------------------------------------------------------------------------------------

  private gestures(chart: () => Chart): Gestures {
    const {host} = this;
    return {
      pick: (x, y) => {
        if (this.now === null) return;
        const value = this.layout.over !== '' ? chart().parameterAt(x, y) : chart().valueAt(x);
        const rows = this.axisRows;
        const ends = [rows[0] ?? 0, rows[rows.length - 1] ?? 0];
        if (value !== null) host.state.time.value = Math.min(Math.max(...ends), Math.max(Math.min(...ends), value));
      },
      hover: (x) => {
        const over = this.layout.over !== '' && !this.layout.spectrum;
        this.hovered = x === null || over ? null : chart().valueAt(x);
        this.legend.tell(this.hovered ?? this.now);
        if (this.layout.readout) this.figuresSoon();
      },
      choosing: (from, to) => chart().choose(from, to),
      chosen: (from, to) => {
        chart().choose(0, 0);
        if (Math.abs(to - from) > 0.01) this.setZoom((view, whole) => between(view, whole, from, to));
      },
      pan: (by) => this.setZoom((view, whole) => panned(view, whole, by)),
      zoom: (factor, about) => this.zoomBy(factor, about),
      reset: () => this.reset(),
      step: (rows) => this.step(rows),
    };
  }

  private setZoom(change: (view: Picture['x'], whole: Span) => Span | null | undefined): void {
    const whole = this.host.whole(this.domain);
    const span = whole ? change(this.picture(this.curves).x, whole) : undefined;
    if (span !== undefined) this.host.setZoom(this.domain, span);
  }

  zoomBy(factor: number, about: number): void {
    this.setZoom((view, whole) => zoomed(view, whole, factor, about));
  }

  reset(): void {
    this.host.setZoom(this.domain, null);
  }

  private step(by: number): void {
    const rows = this.axisRows;
    if (this.now === null || rows.length === 0) return;
    const at = rowBefore(rows, this.now, orderOf(rows) || 1) + by;
    this.host.state.time.value = rows[Math.max(0, Math.min(rows.length - 1, at))]!;
  }

  choose(): void {
    const sheet = this.sheets[0];
    if (!sheet) return;
    pickColumns(this.root, {
      title: 'Columns to plot',
      names: [...new Set(this.sheets.flatMap((each) => each.names()))].filter((name) => name !== sheet.axis),
      unit: (name) => this.unit(name),
      chosen: this.layout.columns,
      many: true,
      take: (name, on) => {
        if (on) this.host.addTo(this, [name]);
        else this.set({columns: this.layout.columns.filter((each) => each !== name)});
      },
    });
  }

  chooseX(): void {
    const sheet = this.sheets[0];
    if (!sheet) return;
    pickColumns(this.root, {
      title: 'Plot over',
      names: sheet.names(),
      unit: (name) => sheet.unit(name),
      chosen: [this.layout.over || sheet.axis],
      many: false,
      take: (name) => this.set({over: name === sheet.axis ? '' : name, spectrum: false}),
    });
  }

  private showColumn(column: string, on: boolean): void {
    const {layout} = this;
    layout.hidden = on ? layout.hidden.filter((each) => each !== column) : [...layout.hidden, column];
    for (const curve of [...this.data.curves, ...(this.fine ?? []), ...(this.differences?.curves ?? [])]) {
      if (curve.column === column) curve.shown = on;
    }
    this.build();
    this.host.changed();
  }

  /** Changes the layout, keeps it and shows it. */
  set(change: Partial<PaneLayout>): void {
    Object.assign(this.layout, change);
    this.host.changed();
    this.load();
  }

  move(by: number): void {
    this.host.move(this, by);
  }

  remove(): void {
    this.host.remove(this);
  }

  private fillTools(): void {
    const focused = [...this.tools.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
    const overlaid = this.host.state.overlays.value.length > 0;
    const facts = {axis: this.sheets[0]?.axis ?? '', overlaid, empty: this.curves.length === 0};
    this.tools.replaceChildren(...paneTools(this, facts));
    if (focused >= 0) this.tools.querySelectorAll('button')[focused]?.focus();
  }

  // ---- what leaves --------------------------------------------------------------------------------------------------------------

  /** Its pictures as they are now. */
  parts(): SvgPart[] {
    if (this.curves.length === 0) return [];
    const {layout} = this;
    const kind = layout.spectrum ? 'amplitude spectrum' : layout.over !== '' ? `over ${layout.over}` : '';
    const title = [this.host.state.run.value?.info.name ?? '', kind].filter((each) => each !== '').join(', ');
    const height = Math.max(240, layout.height);
    const out = [{title, picture: this.picture(this.curves), notes: this.data.notes, height}];
    if (this.differences && this.differences.curves.length > 0) {
      const {curves, notes} = this.differences;
      out.push({title: 'Difference: overlay − run', picture: this.picture(curves, true), notes, height: 180});
    }
    return out;
  }

  async blocks(): Promise<CsvTable[]> {
    const blocks = await blocksOf(this.layout, this.sheets, this.data.curves, this.host.zoom(this.domain));
    return [...blocks, ...differenceBlocks(this.differences?.curves ?? [], this.sheets[0]?.axis ?? '')];
  }

  async save(kind: 'png' | 'svg' | 'csv'): Promise<void> {
    const run = this.host.state.run.value?.info.name ?? 'run';
    const spectrum = this.layout.spectrum ? ['spectrum'] : [];
    const name = fileName([run, ...this.layout.columns.slice(0, 3), ...spectrum], kind);
    try {
      if (kind === 'png') await downloadPng(name, this.parts(), tokens());
      else if (kind === 'svg') downloadSvg(name, this.parts(), tokens());
      else download(name, new Blob(csvPieces(await this.blocks()), {type: 'text/csv'}));
    } catch (error) {
      this.host.state.tell(words(error), 'error');
    }
  }

  destroy(): void {
    ++this.ticket;
    clearTimeout(this.waiting);
    this.chart.destroy();
    this.differenceChart.destroy();
    this.root.remove();
  }
}
