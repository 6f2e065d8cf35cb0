import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { classNames } from '../class-names.ts';
import { fieldText } from '../forms/field.tsx';
import type { Track } from '../saving/use-pending-work.ts';
import type { CodeEditor, createCodeEditor } from './code-editor.ts';

type Props = Pick<UseFormRegisterReturn, 'name' | 'onChange' | 'onBlur' | 'ref'> & {
  id: string;
  noteId: string | undefined;
  isInvalid: boolean;
  isLong: boolean;
  upload: (file: File) => Promise<string | undefined>;
  track: Track;
  ready: (editor: CodeEditor) => void;
  changed: (text: string) => void;
};

/**
 * The text of a Markdown field: a text area until it is near the viewport and the editor's code has loaded. If the code fails to load, it
 * stays a text area. Typing is never interrupted.
 */
export function MarkdownText(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const [opened, setOpened] = useState<{ create: typeof createCodeEditor; text: string }>();
  useEffect(() => {
    const waiting = new AbortController();
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        import('./code-editor.ts').then(
          ({ createCodeEditor: create }) => {
            // Synchronously: someone who clicks into the text area in between would lose the caret and what they type.
            const open = () =>
              waiting.signal.aborted ||
              flushSync(() => setOpened({ create, text: area.current?.value ?? '' }));
            const { signal } = waiting;
            if (area.current !== document.activeElement) return open();
            // Saving by keyboard only takes the focus away for a moment.
            area.current?.addEventListener(
              'blur',
              () => setTimeout(() => area.current !== document.activeElement && open()),
              { signal },
            );
          },
          () => undefined,
        );
      },
      { rootMargin: '200px' },
    );
    if (place.current) observer.observe(place.current);
    return () => {
      observer.disconnect();
      waiting.abort();
    };
  }, []);
  const { id, noteId, isInvalid, isLong, name, onChange, onBlur, ref, changed } = props;
  return (
    <div ref={place} className={classNames(fieldText, 'leading-relaxed')}>
      {opened ? (
        <Opened {...props} {...opened} />
      ) : (
        <textarea
          id={id}
          dir="auto"
          aria-invalid={isInvalid || undefined}
          aria-describedby={noteId}
          className={classNames(
            'field-sizing-content block w-full resize-none bg-transparent px-3 py-2.5 outline-none',
            isLong ? 'h-[26rem]' : 'max-h-80 min-h-24',
          )}
          name={name}
          onChange={(event) => {
            changed(event.target.value);
            void onChange(event);
          }}
          onBlur={(event) => void onBlur(event)}
          ref={(element) => {
            area.current = element;
            ref(element);
          }}
        />
      )}
    </div>
  );
}

type OpenedProps = Props & { create: typeof createCodeEditor; text: string };

function Opened(props: OpenedProps) {
  const { id, noteId, isInvalid, isLong, ref, create, text, ready } = props;
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<CodeEditor>();
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const attributes = JSON.stringify({
    'aria-labelledby': `${id}-label`,
    ...(noteId && { 'aria-describedby': noteId }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; changes are passed on to it.
  useLayoutEffect(() => {
    if (!host.current) return;
    const made = create({
      parent: host.current,
      text,
      attributes: JSON.parse(attributes),
      changed(value, isTyped) {
        latest.current.changed(value);
        if (!isTyped) return;
        void latest.current.onChange({ type: 'change', target: { name: latest.current.name, value } });
      },
      left: () =>
        void latest.current.onBlur({
          type: 'blur',
          target: { name: latest.current.name, value: made.read() },
        }),
      upload: (file) => latest.current.upload(file),
      track: (work) => latest.current.track(work),
    });
    setEditor(made);
    ready(made);
    return made.end;
  }, []);
  useLayoutEffect(() => editor?.describe(JSON.parse(attributes)), [editor, attributes]);
  // Registered with the form like an input.
  useLayoutEffect(() => {
    if (!editor) return;
    ref(editor.element);
    return () => ref(null);
  }, [editor, ref]);
  return <div ref={host} className={isLong ? '*:h-[26rem]' : '*:max-h-80 *:min-h-24'} />;
}
