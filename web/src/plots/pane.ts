// One pane: its buttons, legend, drawing, difference and table of figures.
import type {PageState} from '../state.ts';
import {Chart} from './chart.ts';
import type {CsvTable} from './csv.ts';
import {refined} from './curves.ts';
import {button, make} from './elements.ts';
import {type FileKind, fileName, saveAs} from './export.ts';
import {lowest, type PaneLayout} from './layout.ts';
import {Legend, readout} from './legend.ts';
import {loadPane, noData} from './pane_data.ts';
import {blocksOf, differenceBlocks, partsOf} from './pane_export.ts';
import {paneGestures, type Touched} from './pane_gestures.ts';
import {type PaneActs, paneTools} from './pane_tools.ts';
import {pickColumns} from './picker.ts';
import {type AxisView, type Curve, type Picture, pictureOf, type Span, wholeX} from './picture.ts';
import {resizer} from './resizer.ts';
import type {SvgPart} from './svg.ts';
import {valueText, withUnit} from './ticks.ts';
import {zoomed} from './zoom.ts';

/** What a pane asks of the panel it is in. */
export interface PaneHost {
  readonly state: PageState;
  readonly width: number;
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

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

export class Pane implements PaneActs, Touched {
  readonly root: HTMLElement;
  private readonly tools = make('div', {class: 'plot-tools', role: 'toolbar', 'aria-label': 'Plot'});
  private readonly legend: Legend;
  private readonly note = make('div', {class: 'plot-notes', 'aria-live': 'polite'});
  private readonly figures = make('div', {class: 'plot-figures'});
  private readonly empty = make('p', {class: 'plot-empty'});
  private readonly chart: Chart;
  private readonly differenceChart: Chart;
  private data = noData;
  /** The curves with finer rows where they are in view. */
  private fine: Curve[] | null = null;
  private ticket = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private hovered: number | null = null;
  private known: Span | null | undefined;
  private figuresAsked = false;
  /** What the tools were made for. */
  private toolsForm = '';

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
      paneGestures(this, () => this.chart),
    );
    this.differenceChart = new Chart(
      'Difference',
      paneGestures(this, () => this.differenceChart),
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
  get now(): number | null {
    return !this.layout.spectrum && this.data.sheets[0]?.main ? this.host.state.time.value : null;
  }
  get xy(): boolean {
    return this.layout.over !== '' && !this.layout.spectrum;
  }
  private get curves(): Curve[] {
    return this.fine ?? this.data.main.curves;
  }
  /** The axis column of the run as it was loaded. */
  get axisRows(): Float64Array {
    const curve = this.data.main.curves.find((each) => each.run === '');
    return curve?.parameter ?? curve?.x ?? new Float64Array();
  }
  private get runName(): string {
    return this.host.state.run.value?.info.name ?? 'run';
  }
  /** Of its curves: asked for by every pane at every zoom, found once. */
  whole(): Span | null {
    if (this.known === undefined) this.known = wholeX(this.data.main.curves, this.layout.logX);
    return this.known;
  }
  unit(column: string): string {
    return this.data.sheets.find((each) => each.has(column))?.unit(column) ?? '';
  }

  /** Fetches what the layout asks for and draws it. Answers that come too late are dropped. */
  async load(): Promise<void> {
    const ticket = ++this.ticket;
    clearTimeout(this.waiting);
    this.root.setAttribute('aria-busy', 'true');
    const data = await loadPane(this.host.state, this.layout, this.host.zoom(this.timeDomain));
    if (ticket !== this.ticket) return;
    this.root.removeAttribute('aria-busy');
    this.data = data;
    this.known = undefined;
    this.fine = null;
    this.fillTools();
    this.build();
    this.host.aligned();
    this.refineSoon();
  }

  private picture(curves: Curve[], change = false): Picture {
    const {layout, host} = this;
    const out = pictureOf(curves, {
      xLabel: this.data.main.xLabel,
      logX: layout.logX,
      logY: layout.logY && !change,
      zoom: host.zoom(this.domain) ?? host.whole(this.domain),
      quantity: layout.spectrum ? 'amplitude' : '',
      peaks: layout.spectrum,
    });
    if (change) {
      out.y.forEach((axis, side) => {
        axis.label = withUnit('Δ', curves.find((each) => each.side === side)?.unit ?? '');
      });
    }
    return out;
  }

  /** Draws everything anew: other curves, another theme, another width. */
  build(): void {
    const {layout, host} = this;
    const some = this.curves.length > 0;
    this.empty.hidden = some || this.data.main.notes.length > 0;
    this.chart.root.hidden = !some;
    const picture = this.picture(this.curves);
    if (some) this.chart.show(picture, host.width, layout.height);
    const apart = this.data.differences?.curves ?? [];
    this.differenceChart.root.hidden = apart.length === 0;
    if (apart.length > 0) {
      const height = Math.max(lowest, Math.round(0.7 * layout.height));
      this.differenceChart.show(this.picture(apart, true), host.width, height);
    }
    this.legend.fill(this.curves, this.runName);
    const notes = [...this.data.main.notes, ...(picture.cut ?? []), ...(this.data.differences?.notes ?? [])];
    const {thinned} = this.data;
    if (thinned && (layout.readout || this.data.differences)) {
      notes.push(`Mean, RMS and differences are those of ${thinned.loaded} rows of ${thinned.rows}.`);
    }
    this.note.replaceChildren(...notes.map((each) => make('p', {}, each)));
    const names = layout.columns.join(', ');
    this.root.setAttribute('aria-label', names === '' ? 'Empty plot' : `Plot of ${names}`);
    this.time();
  }

  /** The zoom has changed. */
  zoomed(): void {
    if (this.curves.length > 0) this.chart.update(this.picture(this.curves));
    if (this.data.differences) this.differenceChart.update(this.picture(this.data.differences.curves, true));
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
    if (this.layout.spectrum || this.layout.over !== '' || !this.data.thinned) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(async () => {
      const ticket = ++this.ticket;
      try {
        const points = 2 * Math.max(200, this.host.width);
        const fine = await refined(this.data.main.curves, this.data.sheets, this.host.zoom(this.domain), points);
        if (ticket !== this.ticket || !fine) return;
        this.fine = fine.curves;
        this.chart.update(this.picture(fine.curves));
        // An envelope has the lowest and highest, not the value at a time.
        this.legend.use(fine.exact ? fine.curves : this.data.main.curves);
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
    if (this.data.differences) this.differenceChart.time(now);
    this.legend.tell(this.hovered ?? now);
    if (this.layout.readout) this.figuresSoon();
    else if (this.figures.childElementCount > 0) this.figures.replaceChildren();
    const rows = this.axisRows;
    const axis = this.data.sheets[0]?.axis ?? '';
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
        this.figures.replaceChildren(readout(this.curves, this.data.main.curves, x, this.hovered ?? this.now));
      },
      this.figures.childElementCount === 0 ? 0 : 100,
    );
  }

  // ---- what the user does -------------------------------------------------------------------------------------------------------

  setTime(value: number): void {
    this.host.state.time.value = value;
  }

  hover(x: number | null): void {
    this.hovered = x;
    this.legend.tell(x ?? this.now);
    if (this.layout.readout) this.figuresSoon();
  }

  setZoom(change: (view: AxisView, whole: Span) => Span | null | undefined): void {
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

  choose(): void {
    const sheet = this.data.sheets[0];
    if (!sheet) return;
    pickColumns(this.root, {
      title: 'Columns to plot',
      names: [...new Set(this.data.sheets.flatMap((each) => each.names()))].filter((name) => name !== sheet.axis),
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
    const sheet = this.data.sheets[0];
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
    for (const curve of [...this.data.main.curves, ...(this.fine ?? []), ...(this.data.differences?.curves ?? [])]) {
      if (curve.column === column) curve.shown = on;
    }
    this.known = undefined;
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
    const facts = {axis: this.data.sheets[0]?.axis ?? '', overlaid, empty: this.curves.length === 0};
    const form = JSON.stringify([facts, this.layout]);
    if (form === this.toolsForm) return;
    this.toolsForm = form;
    this.tools.replaceChildren(...paneTools(this, facts));
    if (focused >= 0) this.tools.querySelectorAll('button')[focused]?.focus();
  }

  // ---- what leaves --------------------------------------------------------------------------------------------------------------

  /** Its pictures as they are now. */
  parts(): SvgPart[] {
    if (this.curves.length === 0) return [];
    const main = {picture: this.picture(this.curves), notes: this.data.main.notes};
    const apart = this.data.differences;
    const change =
      apart && apart.curves.length > 0 ? {picture: this.picture(apart.curves, true), notes: apart.notes} : null;
    return partsOf(this.layout, this.runName, main, change);
  }

  async blocks(): Promise<CsvTable[]> {
    const blocks = await blocksOf(this.layout, this.data.sheets, this.data.main.curves, this.host.zoom(this.domain));
    return [...blocks, ...differenceBlocks(this.data.differences?.curves ?? [], this.axisName())];
  }

  private axisName(): string {
    const sheet = this.data.sheets[0];
    return sheet ? withUnit(sheet.axis, sheet.unit(sheet.axis)) : '';
  }

  async save(kind: FileKind): Promise<void> {
    const spectrum = this.layout.spectrum ? ['spectrum'] : [];
    const name = fileName([this.runName, ...this.layout.columns.slice(0, 3), ...spectrum], kind);
    try {
      await saveAs(kind, name, this.parts(), () => this.blocks());
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
