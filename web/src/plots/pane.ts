// One pane: its buttons, legend, drawing, difference and table of figures.
import type {PageState} from '../state.ts';
import {Chart} from './chart.ts';
import {type CsvTable, csvPieces} from './csv.ts';
import {type Curves, curvesOf, differencesOf, refined, rowsOf, spectraOf} from './curves.ts';
import {button, make, menu, toggle, tokens} from './elements.ts';
import {download, downloadPng, downloadSvg, fileName} from './export.ts';
import type {Gestures} from './gestures.ts';
import {highest, lowest, type PaneLayout} from './layout.ts';
import {Legend, readout} from './legend.ts';
import {pickColumns} from './picker.ts';
import {type Curve, labelOf, type Picture, pictureOf, type Span, wholeX} from './picture.ts';
import {orderOf, rowBefore} from './sampling.ts';
import {type Sheet, sheetOf} from './sheets.ts';
import type {SvgPart} from './svg.ts';
import {valueText} from './ticks.ts';

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
  /** Ranges or axes have changed: others may have to follow. */
  aligned(): void;
  addTo(pane: Pane, columns: string[]): void;
  move(pane: Pane, by: number): void;
  remove(pane: Pane): void;
}

export class Pane {
  readonly root: HTMLElement;
  private readonly tools = make('div', {class: 'plot-tools', role: 'toolbar', 'aria-label': 'Plot'});
  private readonly legend: Legend;
  private readonly note = make('div', {class: 'plot-notes', 'aria-live': 'polite'});
  private readonly figures = make('div', {class: 'plot-figures'});
  private readonly empty = make('p', {class: 'plot-empty'});
  private readonly chart: Chart;
  private readonly differenceChart: Chart;
  private readonly handle: HTMLElement;
  private sheets: Sheet[] = [];
  private data: Curves = {curves: [], xLabel: '', notes: []};
  private fine: Curve[] | null = null;
  private differences: Curves | null = null;
  private ticket = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private hovered: number | null = null;

  constructor(
    readonly layout: PaneLayout,
    private host: PaneHost,
  ) {
    this.legend = new Legend({
      show: (column, on) => {
        layout.hidden = on ? layout.hidden.filter((each) => each !== column) : [...layout.hidden, column];
        for (const curve of [...this.data.curves, ...(this.fine ?? []), ...(this.differences?.curves ?? [])]) {
          if (curve.column === column) curve.shown = on;
        }
        this.build();
        host.changed();
      },
      remove: (column) => {
        layout.columns = layout.columns.filter((each) => each !== column);
        host.changed();
        this.load();
      },
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
    this.handle = this.resizer();
    const add = button('Choose columns', 'Choose columns', () => this.choose());
    this.empty.append('Nothing is chosen yet. ', add);
    this.root = make(
      'section',
      {class: 'plot-pane', 'aria-label': 'Plot'},
      make('div', {class: 'plot-head'}, this.legend.root, this.tools),
      this.empty,
      this.chart.root,
      this.differenceChart.root,
      this.note,
      this.figures,
      this.handle,
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
  /** Whether x is the time of the 3-D view, or follows it. */
  private get timed(): boolean {
    return !this.layout.spectrum && (this.sheets[0]?.main ?? false);
  }
  private get curves(): Curve[] {
    return this.fine ?? this.data.curves;
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
    try {
      const all = await Promise.all(
        [run, ...host.state.overlays.value].map((each) => sheetOf(host.state.source, each, layout.file)),
      );
      const [own, ...others] = all;
      if (!own) throw new Error(`This run has no ${layout.file}.`);
      const sheets = [own, ...others.filter((each) => each !== null)];
      const data = layout.spectrum
        ? await spectraOf(layout, sheets, host.zoom(this.timeDomain))
        : await curvesOf(layout, sheets[0]!, sheets.slice(1));
      if (ticket !== this.ticket) return;
      this.sheets = sheets;
      this.data = data;
    } catch (error) {
      if (ticket !== this.ticket) return;
      this.data = {curves: [], xLabel: '', notes: [error instanceof Error ? error.message : String(error)]};
    }
    this.root.removeAttribute('aria-busy');
    this.fine = null;
    this.differences =
      layout.difference && !layout.spectrum && layout.over === '' && this.data.curves.some((each) => each.run !== '')
        ? differencesOf(this.data.curves, this.data.xLabel)
        : null;
    this.fillTools();
    this.build();
    host.aligned();
    this.refineSoon();
  }

  private picture(curves: Curve[], quantity = ''): Picture {
    const {layout, host} = this;
    return pictureOf(curves, {
      xLabel: this.data.xLabel,
      logX: layout.logX,
      logY: layout.logY && curves !== this.differences?.curves,
      zoom: host.zoom(this.domain) ?? host.whole(this.domain),
      quantity,
    });
  }

  /** Draws everything anew: other curves, another theme, another width. */
  build(): void {
    const {layout, host} = this;
    const some = this.curves.length > 0;
    this.empty.hidden = some || this.data.notes.length > 0;
    this.chart.root.hidden = !some;
    if (some) {
      this.chart.show(
        this.picture(this.curves, layout.spectrum ? 'amplitude' : ''),
        host.width,
        layout.height,
        host.wide,
      );
    }
    const apart = this.differences?.curves ?? [];
    this.differenceChart.root.hidden = apart.length === 0;
    if (apart.length > 0) {
      const picture = this.picture(apart);
      for (const axis of picture.y) axis.label = `Δ ${axis.label}`;
      this.differenceChart.show(picture, host.width, Math.max(lowest, Math.round(0.7 * layout.height)), host.wide);
    }
    this.legend.fill(this.curves);
    this.note.replaceChildren(
      ...[...this.data.notes, ...(this.differences?.notes ?? [])].map((each) => make('p', {}, each)),
    );
    const names = layout.columns.join(', ');
    this.root.setAttribute('aria-label', names === '' ? 'Empty plot' : `Plot of ${names}`);
    this.time();
  }

  /** The zoom has changed. */
  zoomed(): void {
    if (this.curves.length > 0) this.chart.update(this.picture(this.curves));
    if (this.differences) this.differenceChart.update(this.picture(this.differences.curves));
    this.time();
    this.refineSoon();
  }

  /** The zoom of the time has changed: a spectrum is one of that stretch. */
  timeZoomed(domain: string): void {
    if (!this.layout.spectrum || domain !== this.timeDomain) return;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.load(), 250);
  }

  private refineSoon(): void {
    clearTimeout(this.waiting);
    if (this.layout.spectrum || !this.sheets.some((each) => each.rows > (this.data.curves[0]?.x.length ?? 0))) return;
    this.waiting = setTimeout(async () => {
      const ticket = ++this.ticket;
      const points = 2 * Math.max(200, this.host.width);
      try {
        const fine = await refined(this.data.curves, this.sheets, this.host.zoom(this.domain), points);
        if (ticket !== this.ticket || !fine) return;
        this.fine = fine;
        this.chart.update(this.picture(fine));
        this.legend.fill(fine);
        this.time();
      } catch (error) {
        if (ticket === this.ticket)
          this.host.state.tell(error instanceof Error ? error.message : String(error), 'error');
      }
    }, 120);
  }

  /** Follows the time: line, dots, values. */
  time(): void {
    const {state} = this.host;
    const now = this.timed ? state.time.value : null;
    this.chart.time(now);
    if (this.differences) this.differenceChart.time(now);
    const at = this.hovered ?? now;
    this.legend.tell(at);
    if (this.layout.readout) this.figuresSoon();
    else if (this.figures.childElementCount > 0) this.figures.replaceChildren();
    if (now !== null && this.sheets[0]) {
      const axis = this.sheets[0].axis;
      const whole = this.host.whole(this.timeDomain);
      this.chart.say(`${axis} = ${valueText(now)} ${this.sheets[0].unit(axis)}`, now, whole?.min ?? 0, whole?.max ?? 0);
    }
  }

  private figuresAsked = false;
  /** Ten times a second is enough for reading. */
  private figuresSoon(): void {
    if (this.figuresAsked) return;
    this.figuresAsked = true;
    setTimeout(
      () => {
        this.figuresAsked = false;
        if (!this.layout.readout || this.curves.length === 0) return;
        const {x} = this.picture(this.curves);
        const at = this.hovered ?? (this.timed ? this.host.state.time.value : null);
        this.figures.replaceChildren(readout(this.curves, this.data.curves, x, at));
      },
      this.figures.childElementCount === 0 ? 0 : 100,
    );
  }

  // ---- what the user does -------------------------------------------------------------------------------------------------------

  private gestures(chart: () => Chart): Gestures {
    const {host} = this;
    const view = () => this.picture(this.curves).x;
    const show = (from: number, to: number) => {
      // Places on the axis, so that a logarithmic one zooms evenly.
      const min = chart().valueAt(from);
      const max = chart().valueAt(to);
      const whole = host.whole(this.domain);
      if (!whole || !(max > min) || max - min < 1e-9 * Math.max(Math.abs(min), Math.abs(max))) return;
      const kept = {min: Math.max(min, whole.min), max: Math.min(max, whole.max)};
      if (kept.max > kept.min)
        host.setZoom(this.domain, kept.min === whole.min && kept.max === whole.max ? null : kept);
    };
    return {
      pick: (x, y) => {
        if (!this.timed) return;
        const value = this.layout.over !== '' ? chart().parameterAt(x, y) : chart().valueAt(x);
        if (value !== null) host.state.time.value = this.clamped(value);
      },
      hover: (x) => {
        const value = x === null || (this.layout.over !== '' && !this.layout.spectrum) ? null : chart().valueAt(x);
        this.hovered = value;
        this.legend.tell(value ?? (this.timed ? host.state.time.value : null));
        if (this.layout.readout) this.figuresSoon();
      },
      choosing: (from, to) => chart().choose(from, to),
      chosen: (from, to) => {
        chart().choose(0, 0);
        if (Math.abs(to - from) > 0.01) show(Math.min(from, to), Math.max(from, to));
      },
      pan: (by) => {
        const whole = host.whole(this.domain);
        const {min, max, log} = view();
        if (!whole || !host.zoom(this.domain)) return;
        // Not beyond the ends: the width of the view stays.
        const place = (value: number) => (log ? Math.log(value) : value);
        const size = place(max) - place(min);
        const room = {low: (place(whole.min) - place(min)) / size, high: (place(whole.max) - place(max)) / size};
        const moved = Math.min(room.high, Math.max(room.low, by));
        show(moved, 1 + moved);
      },
      zoom: (factor, about) => this.zoomBy(factor, about),
      reset: () => host.setZoom(this.domain, null),
      step: (rows) => this.step(rows),
    };
  }

  zoomBy(factor: number, about: number): void {
    const {host} = this;
    const whole = host.whole(this.domain);
    const {min, max, log} = this.picture(this.curves).x;
    if (!whole) return;
    const use = (value: number) => (log ? Math.log(value) : value);
    const back = (value: number) => (log ? Math.exp(value) : value);
    const center = use(min) + about * (use(max) - use(min));
    const low = back(center - (center - use(min)) * factor);
    const high = back(center + (use(max) - center) * factor);
    const kept = {min: Math.max(low, whole.min), max: Math.min(high, whole.max)};
    if (!(kept.max - kept.min > 1e-9 * Math.max(Math.abs(kept.min), Math.abs(kept.max)))) return;
    host.setZoom(this.domain, kept.min <= whole.min && kept.max >= whole.max ? null : kept);
  }

  private clamped(value: number): number {
    const axis = this.data.curves.find((each) => each.run === '');
    const rows = axis?.parameter ?? axis?.x;
    if (!rows || rows.length === 0) return value;
    const first = rows[0]!;
    const last = rows[rows.length - 1]!;
    return Math.min(Math.max(first, last), Math.max(Math.min(first, last), value));
  }

  private step(by: number): void {
    const curve = this.data.curves.find((each) => each.run === '');
    const rows = curve?.parameter ?? curve?.x;
    if (!this.timed || !rows || rows.length === 0) return;
    const now = this.host.state.time.value;
    const order = orderOf(rows) || 1;
    const at = Math.max(0, Math.min(rows.length - 1, rowBefore(rows, now, order) + by));
    this.host.state.time.value = rows[at]!;
  }

  choose(): void {
    const sheet = this.sheets[0];
    if (!sheet) return;
    pickColumns(this.root, {
      title: 'Columns to plot',
      names: [...new Set([sheet, ...this.sheets.slice(1)].flatMap((each) => each.names()))].filter(
        (name) => name !== sheet.axis,
      ),
      unit: (name) => this.unit(name),
      chosen: this.layout.columns,
      many: true,
      take: (name, on) => {
        if (on) this.host.addTo(this, [name]);
        else {
          this.layout.columns = this.layout.columns.filter((each) => each !== name);
          this.host.changed();
          this.load();
        }
      },
    });
  }

  private chooseX(): void {
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

  /** Changes the layout, keeps it and shows it. */
  private set(change: Partial<PaneLayout>): void {
    Object.assign(this.layout, change);
    this.host.changed();
    this.load();
  }

  private fillTools(): void {
    const {layout, host} = this;
    const overlaid = host.state.overlays.value.length > 0;
    const focused = [...this.tools.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
    const tools: HTMLElement[] = [
      button('＋', 'Choose columns', () => this.choose()),
      toggle('Spectrum', 'Amplitudes over frequency', layout.spectrum, (on) =>
        this.set({spectrum: on, over: on ? '' : layout.over}),
      ),
    ];
    if (overlaid && !layout.spectrum && layout.over === '') {
      tools.push(
        toggle('Difference', 'Overlaid runs minus this run', layout.difference, (on) => this.set({difference: on})),
      );
    }
    tools.push(
      toggle('Figures', 'Minimum, maximum, mean and RMS', layout.readout, (on) => {
        layout.readout = on;
        host.changed();
        this.time();
      }),
      button('−', 'Zoom out', () => this.zoomBy(2, 0.5)),
      button('+', 'Zoom in', () => this.zoomBy(0.5, 0.5)),
      button('⤢', 'Show all', () => host.setZoom(this.domain, null)),
      menu('⋯', 'More', () => [
        {words: `Plot over ${layout.over || this.sheets[0]?.axis || 'time'} …`, act: () => this.chooseX()},
        {words: 'Logarithmic y axis', on: layout.logY, act: () => this.set({logY: !layout.logY})},
        {words: 'Logarithmic x axis', on: layout.logX, act: () => this.set({logX: !layout.logX})},
        {words: 'Save as PNG', act: () => this.save('png'), disabled: this.curves.length === 0},
        {words: 'Save as SVG', act: () => this.save('svg'), disabled: this.curves.length === 0},
        {words: 'Save as CSV', act: () => this.save('csv'), disabled: this.curves.length === 0},
        {words: 'Move up', act: () => host.move(this, -1)},
        {words: 'Move down', act: () => host.move(this, 1)},
        {words: 'Remove this plot', act: () => host.remove(this)},
      ]),
      button('✕', 'Remove this plot', () => host.remove(this)),
    );
    this.tools.replaceChildren(...tools);
    if (focused >= 0) this.tools.querySelectorAll('button')[focused]?.focus();
  }

  private resizer(): HTMLElement {
    const {layout, host} = this;
    const handle = make('div', {
      class: 'plot-resize',
      role: 'separator',
      tabindex: 0,
      'aria-orientation': 'horizontal',
      'aria-label': 'Height of this plot',
      'aria-valuemin': lowest,
      'aria-valuemax': highest,
      'aria-valuenow': layout.height,
    });
    const set = (height: number) => {
      layout.height = Math.round(Math.min(highest, Math.max(lowest, height)));
      handle.setAttribute('aria-valuenow', String(layout.height));
      this.chart.resize(host.width, layout.height);
      this.time();
    };
    let from: {y: number; height: number} | null = null;
    handle.addEventListener('pointerdown', (event) => {
      from = {y: event.clientY, height: layout.height};
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener('pointermove', (event) => {
      if (from) set(from.height + event.clientY - from.y);
    });
    const end = () => {
      if (from) host.changed();
      from = null;
    };
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
    handle.addEventListener('keydown', (event) => {
      const by = {ArrowDown: 20, ArrowUp: -20}[event.key];
      if (by === undefined) return;
      set(layout.height + by);
      host.changed();
      event.preventDefault();
      event.stopPropagation();
    });
    return handle;
  }

  // ---- what leaves --------------------------------------------------------------------------------------------------------------

  /** Its pictures as they are now. */
  parts(): SvgPart[] {
    if (this.curves.length === 0) return [];
    const run = this.host.state.run.value?.info.name ?? '';
    const {layout} = this;
    const kind = layout.spectrum ? 'amplitude spectrum' : layout.over !== '' ? `over ${layout.over}` : '';
    const title = [run, kind].filter((each) => each !== '').join(', ');
    const out = [
      {
        title,
        picture: this.picture(this.curves, layout.spectrum ? 'amplitude' : ''),
        notes: this.data.notes,
        height: Math.max(240, layout.height),
      },
    ];
    if (this.differences && this.differences.curves.length > 0) {
      const picture = this.picture(this.differences.curves);
      for (const axis of picture.y) axis.label = `Δ ${axis.label}`;
      out.push({title: 'Difference: overlay − run', picture, notes: this.differences.notes, height: 180});
    }
    return out;
  }

  /** Its columns in view, all rows of the file, every digit. */
  async blocks(): Promise<CsvTable[]> {
    const {layout, host} = this;
    const blocks: CsvTable[] = [];
    const zoom = host.zoom(this.domain);
    for (const [place, sheet] of this.sheets.entries()) {
      const run = place === 0 ? '' : sheet.run.info.name;
      const own = this.data.curves.filter((each) => each.run === run && each.shown);
      if (own.length === 0) continue;
      const named = (name: string) => (run === '' ? name : `${name} (${run})`);
      if (layout.spectrum) {
        // Spectra of columns with gaps may have other frequencies.
        blocks.push({
          names: [named('frequency'), ...own.map(labelOf)],
          columns: [own[0]!.x, ...own.map((each) => each.y)],
        });
        continue;
      }
      const over = layout.over !== '' && sheet.has(layout.over) ? [layout.over] : [];
      const names = [...new Set([sheet.axis, ...over, ...own.map((each) => each.column)])];
      const axis = own[0]!.x;
      const rows = (zoom && layout.over === '' && rowsOf(axis, sheet.rows, zoom)) || {from: 0, to: sheet.rows};
      let columns = await sheet.exact(names, rows.from, rows.to);
      if (zoom) {
        const x = columns[names.indexOf(over[0] ?? sheet.axis)]!;
        columns = columns.map((column) => column.filter((_, i) => x[i]! >= zoom.min && x[i]! <= zoom.max));
      }
      blocks.push({names: names.map(named), columns});
    }
    for (const each of this.differences?.curves ?? []) {
      blocks.push({names: [this.sheets[0]!.axis, `${labelOf(each)} - run`], columns: [each.x, each.y]});
    }
    return blocks;
  }

  async save(kind: 'png' | 'svg' | 'csv'): Promise<void> {
    const run = this.host.state.run.value?.info.name ?? 'run';
    const name = fileName(
      [run, ...this.layout.columns.slice(0, 3), ...(this.layout.spectrum ? ['spectrum'] : [])],
      kind,
    );
    try {
      if (kind === 'png') await downloadPng(name, this.parts(), tokens());
      else if (kind === 'svg') downloadSvg(name, this.parts(), tokens());
      else download(name, new Blob(csvPieces(await this.blocks()), {type: 'text/csv'}));
    } catch (error) {
      this.host.state.tell(error instanceof Error ? error.message : String(error), 'error');
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
