// The plots of the page: panes below each other that share their zoom and follow the time.
import type {LoadedRun, PageState} from '../state.ts';
import {button, make, menu} from './elements.ts';
import {type FileKind, fileName, saveAs} from './export.ts';
import {byUnits, type Layouts, layoutsOf, type PaneLayout, paneOf, toRemember} from './layout.ts';
import {Pane, type PaneHost} from './pane.ts';
import type {Span} from './picture.ts';
import './plots.css';
import {factsOf} from './sampling.ts';
import {sheetOf} from './sheets.ts';
import {bodePanes, responseFile, standardCandidates, standardPanes} from './standard.ts';

/** The kind of data that a drag from elsewhere on the page carries: a JSON list of column names. */
export const dragKind = 'application/x-bricard-columns';

export class PlotPanel implements PaneHost {
  readonly panes: Pane[] = [];
  private readonly layouts: Layouts;
  private readonly zooms = new Map<string, Span>();
  private readonly list = make('div', {class: 'plot-list'});
  private readonly none = make('p', {class: 'plot-none'});
  private key = '';
  /** The pane that was clicked or focused last. */
  private used: Pane | null = null;
  private shown = 0;
  width = 600;

  constructor(
    private readonly host: HTMLElement,
    readonly state: PageState,
  ) {
    this.layouts = layoutsOf(state.remembered('plots'));
    host.classList.add('plot-panel');
    host.append(this.toolbar(), this.none, this.list);
    this.acceptDrops();
    new ResizeObserver(() => this.measure()).observe(this.list);
    state.run.follow((run) => this.open(run));
    state.overlays.listen(() => this.reload());
    state.time.listen(() => {
      for (const pane of this.panes) pane.time();
    });
    // The style sheet follows the theme after its other listeners.
    state.theme.listen(() => requestAnimationFrame(() => this.rebuild()));
  }

  /** Plots columns of the run: in the pane that was used last where their units fit, else in new ones. */
  add(columns: string[]): void {
    const run = this.state.run.value;
    if (!run) return;
    const there = columns.filter((name) => run.table.has(name) && name !== run.table.axis);
    if (there.length < columns.length) {
      const missing = columns.filter((name) => !run.table.has(name));
      if (missing.length > 0) this.state.tell(`This run has no ${missing.join(', ')}.`, 'error');
    }
    if (there.length === 0) return;
    const fit = (pane: Pane | null | undefined) => pane?.layout.file === '' && this.panes.includes(pane);
    const last = fit(this.used) ? this.used : [...this.panes].reverse().find(fit);
    if (last) this.addTo(last, there);
    else this.insert(byUnits(there, (name) => run.table.unit(name)).map((each) => paneOf(each)));
  }

  /** Adds panes at the end, or at a place. */
  insert(layouts: PaneLayout[], at = this.panes.length): void {
    const made = layouts.map((layout) => this.pane(layout));
    const next = this.panes[at]?.root ?? null;
    this.panes.splice(at, 0, ...made);
    for (const pane of made) {
      this.list.insertBefore(pane.root, next);
      pane.load();
    }
    this.changed();
  }

  private pane(layout: PaneLayout): Pane {
    const pane = new Pane(layout, this);
    for (const kind of ['pointerdown', 'focusin']) pane.root.addEventListener(kind, () => (this.used = pane));
    return pane;
  }

  // ---- what panes ask -----------------------------------------------------------------------------------------------------------

  zoom(domain: string): Span | null {
    return this.zooms.get(domain) ?? null;
  }

  whole(domain: string): Span | null {
    let out: Span | null = null;
    for (const pane of this.panes) {
      const own = pane.domain === domain ? pane.whole() : null;
      if (own) out = out ? {min: Math.min(out.min, own.min), max: Math.max(out.max, own.max)} : own;
    }
    return out;
  }

  setZoom(domain: string, span: Span | null): void {
    if (span) this.zooms.set(domain, span);
    else this.zooms.delete(domain);
    for (const pane of this.panes) {
      if (pane.domain === domain) pane.zoomed();
      pane.timeZoomed(domain);
    }
  }

  changed(): void {
    this.none.hidden = this.panes.length > 0;
    if (this.key === '') return;
    this.layouts[this.key] = this.panes.map((each) => each.layout);
    this.state.source.remember('plots', structuredClone(toRemember(this.layouts)));
  }

  private wholes = '';
  aligned(): void {
    // A pane that came later may reach further.
    const wholes = JSON.stringify(this.panes.map((each) => this.whole(each.domain)));
    if (wholes === this.wholes) return;
    this.wholes = wholes;
    this.rebuild();
  }

  addTo(pane: Pane, columns: string[]): void {
    const fresh = columns.filter((name) => !pane.layout.columns.includes(name));
    if (fresh.length === 0) return;
    const run = this.state.run.value;
    const unit = (name: string) =>
      run?.table.has(name) && pane.layout.file === '' ? run.table.unit(name) : pane.unit(name);
    const [fitting = [], ...rest] = byUnits(fresh, unit, pane.layout.columns);
    pane.layout.columns.push(...fitting);
    if (fitting.length > 0) pane.load().then(() => pane.root.scrollIntoView({block: 'nearest'}));
    if (rest.length > 0) {
      this.state.tell(`A plot has two y axes at most: ${rest.flat().join(', ')} got a new one.`);
      const {file, over} = pane.layout;
      this.insert(
        rest.map((each) => paneOf(each, {file, over})),
        this.panes.indexOf(pane) + 1,
      );
    }
    this.changed();
  }

  move(pane: Pane, by: number): void {
    const from = this.panes.indexOf(pane);
    const to = Math.max(0, Math.min(this.panes.length - 1, from + by));
    if (from === to) return;
    this.panes.splice(from, 1);
    this.panes.splice(to, 0, pane);
    this.list.insertBefore(pane.root, this.panes[to + 1]?.root ?? null);
    pane.root.scrollIntoView({block: 'nearest'});
    this.changed();
  }

  remove(pane: Pane): void {
    const at = this.panes.indexOf(pane);
    if (at < 0) return;
    this.panes.splice(at, 1);
    pane.destroy();
    this.changed();
    (
      this.panes[Math.min(at, this.panes.length - 1)]?.root.querySelector('button') ?? this.host.querySelector('button')
    )?.focus();
  }

  // ---- the whole ----------------------------------------------------------------------------------------------------------------

  private async open(run: LoadedRun | null): Promise<void> {
    const shown = ++this.shown;
    const {info, scene} = run ?? {info: null, scene: null};
    const key = info ? `${info.model ?? scene?.name ?? info.name}/${info.analysis}` : '';
    if (run && key === this.key) {
      this.reload();
      return;
    }
    this.key = '';
    for (const pane of this.panes.splice(0)) pane.destroy();
    this.zooms.clear();
    if (!run) {
      this.none.hidden = false;
      this.none.textContent = 'Plots appear here when the model has been run.';
      return;
    }
    const layouts = this.layouts[key] ?? (await this.standard(run));
    if (shown !== this.shown) return;
    this.none.textContent = 'No plot is open. Add one, or take the standard plots.';
    this.insert(structuredClone(layouts));
    // What nobody has changed is not kept: a later run may have better standard plots.
    this.key = key;
    this.none.hidden = this.panes.length > 0;
  }

  private async standard(run: LoadedRun): Promise<PaneLayout[]> {
    const {scene, detail, info, table} = run;
    const names = standardCandidates(scene, detail, info.analysis);
    // Sizes only sort the plots: where a report has left a column out they are not known.
    const loaded = await table.load(names).catch(() => null);
    const facts = new Map(names.map((name, i) => [name, loaded ? factsOf(loaded[i]!) : undefined]));
    const panes = standardPanes(scene, detail, info.analysis, (name) => facts.get(name));
    const response = await sheetOf(this.state.source, run, responseFile).catch(() => null);
    return [...(response ? bodePanes(response.names()) : []), ...panes];
  }

  private reload(): void {
    for (const pane of this.panes) pane.load();
  }

  private rebuild(): void {
    for (const pane of this.panes) pane.build();
  }

  private measure(): void {
    const width = Math.floor(this.list.clientWidth) - 2;
    if (width < 50 || width === this.width) return;
    this.width = width;
    this.rebuild();
  }

  private toolbar(): HTMLElement {
    const each = (act: (pane: Pane) => void) => {
      // Panes that share a zoom are zoomed once.
      const done = new Set<string>();
      for (const pane of this.panes) {
        if (!done.has(pane.domain)) act(pane);
        done.add(pane.domain);
      }
    };
    return make(
      'div',
      {class: 'plot-bar', role: 'toolbar', 'aria-label': 'All plots'},
      button('+ Plot', 'Add a plot', () => this.addEmpty()),
      button('Standard plots', 'Replace all by the standard plots', () => this.restore()),
      button('−', 'Zoom all out', () => each((pane) => pane.zoomBy(2, 0.5))),
      button('+', 'Zoom all in', () => each((pane) => pane.zoomBy(0.5, 0.5))),
      button('⤢', 'Show all of all plots', () => each((pane) => pane.reset())),
      menu('Save all', 'Save all plots', () => [
        {words: 'As one PNG', act: () => this.save('png')},
        {words: 'As one SVG', act: () => this.save('svg')},
        {words: 'As one CSV', act: () => this.save('csv')},
      ]),
    );
  }

  private async addEmpty(): Promise<void> {
    if (!this.state.run.value) return;
    const pane = this.pane(paneOf([]));
    this.panes.push(pane);
    this.list.append(pane.root);
    this.changed();
    await pane.load();
    pane.root.scrollIntoView({block: 'nearest'});
    pane.choose();
  }

  private async restore(): Promise<void> {
    const run = this.state.run.value;
    if (!run) return;
    const layouts = await this.standard(run);
    for (const pane of this.panes.splice(0)) pane.destroy();
    this.zooms.clear();
    this.insert(layouts);
    if (layouts.length === 0) this.state.tell('This run has no standard plots. Add a plot and choose its columns.');
  }

  async save(kind: FileKind): Promise<void> {
    const name = fileName([this.state.run.value?.info.name ?? 'run', 'plots'], kind);
    const parts = this.panes.flatMap((each) => each.parts());
    if (parts.length === 0) {
      this.state.tell('There is no plot to save.');
      return;
    }
    try {
      await saveAs(kind, name, parts, async () => (await Promise.all(this.panes.map((each) => each.blocks()))).flat());
    } catch (error) {
      this.state.tell(error instanceof Error ? error.message : String(error), 'error');
    }
  }

  private acceptDrops(): void {
    const wanted = (event: DragEvent) => event.dataTransfer?.types.includes(dragKind) ?? false;
    this.host.addEventListener('dragover', (event) => {
      if (wanted(event)) event.preventDefault();
    });
    this.host.addEventListener('drop', (event) => {
      if (!wanted(event)) return;
      event.preventDefault();
      let columns: unknown;
      try {
        columns = JSON.parse(event.dataTransfer?.getData(dragKind) ?? '');
      } catch {
        return;
      }
      if (!Array.isArray(columns)) return;
      const names = columns.filter((each): each is string => typeof each === 'string');
      const pane = this.panes.find((each) => each.root.contains(event.target as Node) && each.layout.file === '');
      const run = this.state.run.value;
      if (pane && run)
        this.addTo(
          pane,
          names.filter((name) => run.table.has(name)),
        );
      else this.add(names);
    });
  }
}
