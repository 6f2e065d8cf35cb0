import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  language,
  syntaxHighlighting,
} from '@codemirror/language';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';
import { handOver } from '../saving/drafts.ts';
import type { Track } from '../saving/use-pending-work.ts';
import { afterPicture, continueList, type Edit, type Mark, setMark } from './markdown-marks.ts';

/** Only Markdown's own syntax: parsing code blocks would require parsers for other languages. */
const markdownLanguage = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown');

const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.heading, fontWeight: '700' },
    { tag: tags.strong, fontWeight: '700' },
    { tag: tags.emphasis, fontStyle: 'italic' },
    { tag: tags.strikethrough, textDecoration: 'line-through' },
    { tag: tags.link, color: 'var(--accent)' },
    { tag: tags.url, color: 'var(--accent)' },
    { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.92em' },
    { tag: [tags.processingInstruction, tags.quote, tags.meta], color: 'var(--muted)' },
  ]),
);

/** Looks like a text area: colors come from the page, to follow its theme. */
const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit', overflow: 'auto' },
  '.cm-content': { padding: '0.625rem 0', minHeight: '6rem', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 0.75rem' },
});

/**
 * Each keystroke parses the whole paragraph again, which may be very long, and each closing mark is compared with the marks before it. So long
 * texts aren't highlighted.
 */
const isHighlighted = (text: { length: number; toString(): string }) =>
  text.length <= 60_000 && (text.toString().match(/[*_~[]/g)?.length ?? 0) <= 4_000;
const highlightingOf = (isOn: boolean) => (isOn ? [markdownLanguage.extension, highlighting] : []);
const longLength = 20_000;
const restMilliseconds = 200;

type Options = {
  parent: HTMLElement;
  text: string;
  attributes: Record<string, string>;
  /** `isTyped`: the change didn't come from the form itself. */
  changed: (text: string, isTyped: boolean) => void;
  left: () => void;
  /** Uploads a picture and returns its URL; undefined if that failed. */
  upload: (file: File) => Promise<string | undefined>;
  /** Receives pending pictures, until they are in the text and `changed` was called. */
  track: Track;
};

/** Where a pending picture goes. Typing before it moves it. */
type Place = { at: number; isTouched: boolean };

export type CodeEditor = ReturnType<typeof createCodeEditor>;

const keys: { key: string; mark: Mark }[] = [
  { key: 'Mod-b', mark: 'bold' },
  { key: 'Mod-i', mark: 'italic' },
  { key: 'Mod-e', mark: 'code' },
];

/** A Markdown editor that replaces a text area. Its element has a `value` like an input, which forms read and write. */
export function createCodeEditor({ parent, text, attributes, changed, left, upload, track }: Options) {
  const places = new Set<Place>();
  let isEnded = false;
  const described = new Compartment();
  const highlighted = new Compartment();
  let isWritten = false;

  /** A long text is passed on once typing pauses, because forms compare all of it. */
  let telling: ReturnType<typeof setTimeout> | undefined;
  function tell() {
    clearTimeout(telling);
    telling = undefined;
    changed(view.state.doc.toString(), true);
  }
  const flush = () => telling !== undefined && tell();
  // Must run before the draft is saved by the same event.
  window.addEventListener('pagehide', flush, { capture: true });
  window.addEventListener(handOver, flush);

  const apply = (view: EditorView, { from, to, insert, anchor, head }: Edit) =>
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor, head },
      scrollIntoView: true,
      userEvent: 'input',
    });
  function mark(view: EditorView, kind: Mark): boolean {
    const { from, to } = view.state.selection.main;
    apply(view, setMark(view.state.doc.toString(), from, to, kind));
    return true;
  }
  async function insertPicture(file: File, place: Place, isNext: boolean): Promise<boolean> {
    const address = await upload(file);
    if (address === undefined || isEnded) return isEnded;
    // The alt text, selected so that typing replaces it.
    const words = file.name.replace(/\.[^.]*$/, '').replaceAll(/[[\]\\]/g, ' ');
    const before = isNext ? '\n' : '';
    const insert = `${before}![${words}](${address})`;
    const { at, isTouched } = place;
    const anchor = at + before.length + 2;
    if (isTouched) view.dispatch({ changes: { from: at, insert }, userEvent: 'input' });
    else apply(view, { from: at, to: at, insert, anchor, head: anchor + words.length });
    return true;
  }
  /** Inserts pictures at the caret, one after the other. */
  async function insertPictures(files: readonly File[]): Promise<boolean> {
    const { from, to, head } = view.state.selection.main;
    const behind = afterPicture(view.state.doc.toString(), from, to);
    const place = { at: behind ?? head, isTouched: false };
    places.add(place);
    let inserted = 0;
    try {
      for (const file of files)
        if (await insertPicture(file, place, inserted > 0 || behind !== undefined)) inserted += 1;
    } finally {
      places.delete(place);
      flush();
    }
    return inserted === files.length;
  }
  function startPictures(files: readonly File[]): Promise<boolean> {
    const work = insertPictures(files);
    track(work);
    return work;
  }
  /** Takes pictures that are pasted or dropped, unless text comes with them. */
  function take(data: DataTransfer | null): boolean {
    const files = [...(data?.files ?? [])];
    if (files.length === 0 || data?.types.includes('text/plain')) return false;
    void startPictures(files);
    return true;
  }
  const bindings: KeyBinding[] = [
    ...keys.map(({ key, mark: kind }) => ({
      key,
      run: (view: EditorView) => mark(view, kind),
      preventDefault: true,
      stopPropagation: true,
    })),
    {
      key: 'Enter',
      run(view) {
        const { main } = view.state.selection;
        const edit = main.empty ? continueList(view.state.doc.toString(), main.head) : undefined;
        if (edit) apply(view, edit);
        return edit !== undefined;
      },
    },
  ];

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        Prec.high(keymap.of(bindings)),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        highlighted.of(highlightingOf(isHighlighted(text))),
        EditorState.transactionExtender.of(({ docChanged, startState, newDoc }) => {
          if (!docChanged) return null;
          const isOn = isHighlighted(newDoc);
          if (isOn === (startState.facet(language) !== null)) return null;
          return { effects: highlighted.reconfigure(highlightingOf(isOn)) };
        }),
        look,
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        described.of(EditorView.contentAttributes.of(attributes)),
        EditorView.updateListener.of((update) => {
          for (const place of places) {
            place.at = update.changes.mapPos(place.at, 1);
            place.isTouched ||= update.docChanged || update.selectionSet;
          }
          if (!update.docChanged) return;
          if (isWritten) return changed(update.state.doc.toString(), false);
          if (update.state.doc.length < longLength) return tell();
          telling ??= setTimeout(tell, restMilliseconds);
        }),
        EditorView.domEventHandlers({
          blur() {
            flush();
            left();
          },
          paste: (event) => take(event.clipboardData),
          drop(event, target) {
            if (event.dataTransfer?.files.length) {
              const anchor = target.posAtCoords({ x: event.clientX, y: event.clientY });
              if (anchor !== null) target.dispatch({ selection: { anchor } });
            }
            return take(event.dataTransfer);
          },
        }),
      ],
    }),
  });
  Object.defineProperty(view.contentDOM, 'value', {
    get: () => view.state.doc.toString(),
    set(value: string) {
      if (value === view.state.doc.toString()) return;
      isWritten = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
      isWritten = false;
    },
  });

  return {
    element: view.contentDOM,
    read: () => view.state.doc.toString(),
    mark(kind: Mark) {
      mark(view, kind);
      view.focus();
    },
    async insertPictures(files: readonly File[]) {
      const from = document.activeElement;
      const isInserted = await startPictures(files);
      // Don't steal the focus.
      const { activeElement } = document;
      if (isInserted && (activeElement === from || activeElement === document.body)) view.focus();
    },
    describe: (next: Record<string, string>) =>
      view.dispatch({ effects: described.reconfigure(EditorView.contentAttributes.of(next)) }),
    end() {
      isEnded = true;
      flush();
      window.removeEventListener('pagehide', flush, { capture: true });
      window.removeEventListener(handOver, flush);
      view.destroy();
    },
  };
}
