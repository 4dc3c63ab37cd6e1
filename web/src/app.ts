// The page as a whole: header, panels on the left, the mechanism over the player, the plots.

import {LiveRun} from './editor/live_run.ts';
import {ModelEdit} from './editor/model_edit.ts';
import {TextPanel} from './editor/text_panel.ts';
import {keep, kept, oneOf} from './memory.ts';
import {CertificatePanel} from './panels/certificate.ts';
import {Doctor} from './panels/doctor.ts';
import {KcPanel} from './panels/kc.ts';
import {LiveColumns} from './panels/live_columns.ts';
import {ModelTree} from './panels/model_tree.ts';
import {Parameters} from './panels/parameters.ts';
import {RunBar} from './panels/run_bar.ts';
import {Runs} from './panels/runs.ts';
import {fill, h, icon, iconButton} from './parts/dom.ts';
import {catchAll, showNotices} from './parts/notices.ts';
import {splitter} from './parts/splitter.ts';
import {type Tab, Tabs} from './parts/tabs.ts';
import {Player} from './player/player.ts';
import {PlayerBar} from './player/player_bar.ts';
import {VariantBar} from './player/variant_bar.ts';
import {PlotPanel} from './plots/plot_panel.ts';
import {printHead} from './print_head.ts';
import {showHelp, typing} from './shortcuts.ts';
import type {PageState} from './state.ts';
import {switchTheme} from './theme.ts';
import {MechanismView} from './view3d/mechanism_view.ts';
import './shell.css';

type Dock = 'right' | 'below';

/** Pixels from which on plots have room beside the picture. */
const beside = 1100;

export class App {
  readonly view: MechanismView;
  readonly player: Player;
  readonly plots: PlotPanel;
  /** Null in a report, and where there is no model. */
  readonly edit: ModelEdit | null;
  readonly live: LiveRun | null = null;
  private tabs: Tabs;
  private text: TextPanel | null = null;
  private runBar: RunBar | null = null;
  private layout = h('div', {class: 'layout'});

  constructor(
    host: HTMLElement,
    private state: PageState,
  ) {
    const {live, models} = state.project.value;
    catchAll(state);
    this.edit = live && models.length > 0 ? new ModelEdit(state) : null;
    const stage = h('div', {class: 'stage'});
    const playerHost = h('div', {class: 'player-host'});
    const plotHost = h('section', {class: 'plots-host', id: 'plots', 'aria-label': 'Plots', tabindex: -1});
    const viewHost = h(
      'section',
      {class: 'view-host', id: 'view', 'aria-label': 'Mechanism', tabindex: -1},
      this.previewNote(),
      stage,
      playerHost,
    );
    const side = h('section', {class: 'side', id: 'side', 'aria-label': 'Model and run', tabindex: -1});
    fill(host, this.skipLinks(), printHead(state), this.header(), this.layout);
    this.layout.append(
      side,
      splitter(this.layout, state, {
        key: 'side',
        label: 'Width of the panels',
        variable: '--side',
        axis: 'x',
        sign: 1,
        start: Math.round(Math.min(this.edit ? 376 : 330, Math.max(280, 0.3 * innerWidth))),
        least: 230,
        most: 0.5,
      }),
      viewHost,
      splitter(this.layout, state, {
        key: 'plots.width',
        label: 'Width of the plots',
        variable: '--plots-width',
        axis: 'x',
        sign: -1,
        start: Math.round(Math.min(480, Math.max(300, 0.32 * innerWidth))),
        least: 240,
        most: 0.6,
      }),
      splitter(this.layout, state, {
        key: 'plots.height',
        label: 'Height of the plots',
        variable: '--plots-height',
        axis: 'y',
        sign: -1,
        start: 300,
        least: 140,
        most: 0.7,
      }),
      plotHost,
    );
    showNotices(stage, state);
    this.player = new Player(state);
    this.view = new MechanismView(stage, state, this.player);
    new VariantBar(playerHost, state);
    new PlayerBar(playerHost, state, this.player);
    this.plots = new PlotPanel(plotHost, state);
    this.tabs = this.panels(side);
    const {edit, runBar} = this;
    if (edit && runBar) {
      this.live = new LiveRun(state, edit, () => runBar.order());
      this.live.trouble.listen((words) => runBar.hindered(words));
      this.view.editWith(edit, this.live);
    }
    new ResizeObserver(() => this.applyDock()).observe(this.layout);
    this.applyDock();
    addEventListener('keydown', (event) => this.key(event));
    state.scene.follow((scene) => {
      document.title = scene ? `${scene.name} – bricard` : 'bricard';
    });
  }

  /** What is shown at first: the run that was shown last, or the newest; without runs the model itself. */
  async restore(): Promise<void> {
    const {runs, models, live} = this.state.project.value;
    const known = kept(this.state, 'run', (id) => runs.find((each) => each.id === id));
    const newest = live ? [...runs].sort((a, b) => a.created.localeCompare(b.created)).at(-1) : runs[0];
    const first = known ?? newest;
    if (first) {
      await this.state.show(first.id);
      const others = runs.map((each) => each.id).filter((id) => id !== first.id);
      const chosen = live ? this.state.remembered<string[]>('overlays') : others.slice(0, 3);
      if (Array.isArray(chosen)) await this.state.overlay(others.filter((id) => chosen.includes(id)));
    }
    if (!first && models[0] && this.edit) {
      // A text that cannot be run: its faults are what there is to see.
      const stop = this.edit.checked.listen((checked) => {
        if (checked === 'waiting' || checked === 'checking') return;
        stop();
        if (checked === 'faults') this.tabs.choose('text');
      });
      await this.edit.open(models[0].id);
    } else if (this.edit && !first?.model && models[0] && first?.kind === 'table') await this.edit.open(models[0].id);
  }

  private skipLinks(): HTMLElement {
    const links = [
      ['#view', 'Skip to the mechanism'],
      ['#side', 'Skip to model and run'],
      ['#plots', 'Skip to the plots'],
    ] as const;
    return h(
      'nav',
      {class: 'skip-links', 'aria-label': 'Skip links'},
      links.map(([href, label]) => h('a', {href}, label)),
    );
  }

  private header(): HTMLElement {
    const {state} = this;
    const title = h('h1', {class: 'title'});
    const what = h('span', {class: 'what'});
    const name = () => {
      const run = state.run.value;
      title.textContent =
        (run && !run.scene ? run.info.name : state.scene.value?.name) ??
        state.project.value.models[0]?.name ??
        'bricard';
      fill(
        what,
        run?.info.analysis.replaceAll('_', ' '),
        run &&
          run.info.status !== 'done' &&
          run.info.status !== '' &&
          h('span', {class: 'badge bad', title: run.info.message}, run.info.status),
      );
    };
    state.scene.listen(name);
    state.run.follow(name);
    const choosers = h('div', {class: 'choosers'});
    new Runs(choosers, state, {openModel: (id) => this.openModel(id)});
    const theme = iconButton('moon', 'Dark theme', () => switchTheme(state));
    state.theme.follow((now) => {
      const label = now === 'dark' ? 'Light theme' : 'Dark theme';
      theme.replaceChildren(icon(now === 'dark' ? 'sun' : 'moon'));
      theme.setAttribute('aria-label', label);
      theme.title = label;
    });
    return h(
      'header',
      {class: 'header'},
      h('span', {class: 'mark', 'aria-hidden': 'true'}, 'bricard'),
      h('div', {class: 'names'}, title, what),
      choosers,
      h(
        'div',
        {class: 'tools'},
        iconButton(
          'layout',
          'Plots beside or below',
          () => this.dock(this.layout.dataset.dock === 'right' ? 'below' : 'right'),
          {class: 'dock-button'},
        ),
        theme,
        iconButton('help', 'Keys and mouse', () => this.help()),
      ),
    );
  }

  private help(): void {
    showHelp(this.edit !== null, this.state.project.value.version);
  }

  private panels(side: HTMLElement): Tabs {
    const panel = (name: string) => h('div', {class: `panel ${name}`});
    const {state, edit} = this;
    const model = panel('model-panel');
    const doctor = panel('doctor-panel prints');
    const certificate = panel('certificate-panel prints');
    const tabs: Tab[] = [
      {id: 'model', label: 'Model', panel: model},
      {id: 'doctor', label: 'Doctor', panel: doctor},
      {id: 'certificate', label: 'Certificate', panel: certificate},
    ];
    const tree = new ModelTree(model, state, new LiveColumns(state), {
      plot: (columns) => this.plots.add(columns),
      goto: edit ? (line) => this.showLine(line) : undefined,
    });
    const findings = new Doctor(doctor, state, () => edit !== null && state.summary.value !== state.run.value?.summary);
    state.run.listen(findings.drawCalmly);
    new CertificatePanel(certificate, state);
    const foot = h('div', {class: 'side-foot'});
    let sheet: KcPanel | null = null;
    if (edit) {
      const parameters = panel('parameters-panel');
      const text = panel('text-panel');
      const kc = panel('kc-panel prints');
      tabs.push(
        {id: 'kc', label: 'K&C', panel: kc},
        {id: 'parameters', label: 'Parameters', panel: parameters},
        {id: 'text', label: 'Text', panel: text},
      );
      sheet = new KcPanel(kc, edit);
      new Parameters(parameters, edit);
      this.text = new TextPanel(text, edit, () => this.layout.classList.toggle('wide-text'));
      this.runBar = new RunBar(foot, state, edit, {fault: (fault) => this.showLine(fault.line)});
    }
    const bar = new Tabs(tabs, (id) => {
      keep(state, 'tab', id);
      if (id !== 'text') this.layout.classList.remove('wide-text');
      if (id === 'model') tree.scrollToSelection();
      if (id === 'kc') sheet?.open();
    });
    side.append(
      bar.bar,
      h(
        'div',
        {class: 'panels'},
        tabs.map((each) => each.panel),
      ),
      foot,
    );
    bar.choose(kept(state, 'tab', oneOf(...tabs.map((each) => each.id))) ?? 'model');
    state.selection.listen((ref) => {
      // What is picked in 3-D is shown where its data are; a text or parameter that is being worked on stays.
      const working = bar.current === 'text' || bar.current === 'parameters';
      if (ref && !working && !side.contains(document.activeElement)) bar.choose('model');
    });
    return bar;
  }

  private showLine(line: number): void {
    this.tabs.choose('text');
    this.text?.jump(line);
  }

  private previewNote(): HTMLElement {
    const note = h(
      'div',
      {class: 'preview-note', role: 'status', hidden: true},
      icon('info'),
      h('span', {}, 'Design position of the model as edited. Run to see it move.'),
      h('button', {type: 'button', class: 'button small', onclick: () => this.edit?.leavePreview()}, 'Show the run'),
    );
    this.edit?.preview.follow((on) => {
      note.hidden = !on;
    });
    return note;
  }

  private async openModel(id: string): Promise<void> {
    this.state.run.value = null;
    await this.edit?.open(id);
  }

  /** Where the plots are wished; a narrow window has room for them below the picture only. */
  private applyDock(): void {
    const wished = kept(this.state, 'dock', oneOf('right', 'below')) ?? 'right';
    this.layout.dataset.dock = (this.layout.clientWidth || innerWidth) < beside ? 'below' : wished;
  }

  private dock(where: Dock): void {
    keep(this.state, 'dock', where);
    this.applyDock();
    if (this.layout.dataset.dock !== where) this.state.tell('The window is too narrow for plots beside the picture.');
  }

  private key(event: KeyboardEvent): void {
    const control = event.ctrlKey || event.metaKey;
    if (document.querySelector('dialog[open]')) return;
    if (control && event.key === 'Enter' && this.runBar) {
      event.preventDefault();
      this.runBar.start();
    } else if (control && event.key.toLowerCase() === 's' && this.text) {
      event.preventDefault();
      this.text.saveNow();
    } else if (control && /^[zy]$/i.test(event.key) && this.edit && !typing(event.target)) {
      event.preventDefault();
      this.edit.step(event.key.toLowerCase() === 'y' || event.shiftKey ? 1 : -1);
    } else if (
      event.key.toLowerCase() === 'm' &&
      !control &&
      !event.altKey &&
      this.view.points &&
      !typing(event.target)
    ) {
      event.preventDefault();
      this.view.points.toggle(!this.view.points.on.value);
    } else if (event.key === '?' && !control && !typing(event.target)) {
      event.preventDefault();
      this.help();
    }
  }
}
