import { useId, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Chip } from '../chip.tsx';
import { classNames } from '../class-names.ts';
import type { Labeled } from '../forms/field.tsx';
import type { Track } from '../saving/use-pending-work.ts';
import * as m from '../words/messages.ts';
import type { CodeEditor } from './code-editor.ts';
import { LiveMarkdown } from './lazy-markdown.tsx';
import { MarkdownText } from './markdown-text.tsx';
import { MarkdownToolbar } from './markdown-toolbar.tsx';

type Props = Labeled &
  Pick<UseFormRegisterReturn, 'name' | 'onChange' | 'onBlur' | 'ref'> & {
    /** The current text, for the preview. */
    read: () => string | undefined;
    /** Uploads a picture and returns its URL; undefined after showing an error. */
    upload: (file: File) => Promise<string | undefined>;
    /** Receives pending pictures, so that saving waits until they are in the text. */
    track: Track;
    /** For a text that is a page of its own. */
    isLong?: boolean;
  };

const guide = [
  ['# Heading, ## Smaller heading', m.headings],
  ['**bold**', m.bold],
  ['*italic*', m.italic],
  ['[text](https://example.com)', m.link_opens_in_a_new_tab],
  ['![description](https://example.com/a.png)', m.image],
  ['`code`', m.inline_code],
  ['- item, or 1. item', m.lists],
  ['<iframe src="https://www.youtube.com/embed/…"></iframe>', m.video_from_you_tube],
  ['<iframe src="https://player.vimeo.com/video/…"></iframe>', m.video_from_vimeo],
] as const;

/**
 * A Markdown field with a toolbar, pictures and a preview: beside the text in a wide window, otherwise in its place. Spread
 * `form.register(name)` into it.
 */
export function MarkdownEditor({ label, hint, error, read, upload, track, isLong = false, ...field }: Props) {
  const id = useId();
  const [isPreview, setIsPreview] = useState(false);
  const [previewed, setPreviewed] = useState('');
  const [uploads, setUploads] = useState(0);
  const [editor, setEditor] = useState<CodeEditor>();
  const note = error ?? hint;
  const preview = () => {
    setPreviewed(read() ?? '');
    setIsPreview(true);
  };
  async function uploadOne(file: File) {
    setUploads((count) => count + 1);
    return upload(file).finally(() => setUploads((count) => count - 1));
  }
  return (
    <div className="@container">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Tab reaches the editor; clicking its label works as for any field. */}
      <label
        id={`${id}-label`}
        htmlFor={id}
        className="mb-1.5 inline-block text-sm font-semibold"
        onClick={() => editor?.element.focus()}
      >
        {label}
      </label>
      <div
        className={classNames(
          'rounded-md border bg-surface outline-offset-2 outline-accent has-[textarea:focus,.cm-focused]:outline-2',
          error ? 'border-signal' : 'border-line-strong',
        )}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b border-line px-1.5 py-1">
          <MarkdownToolbar labelId={`${id}-label`} editor={editor} />
          <div className="flex flex-wrap gap-1.5 py-0.5">
            <Chip pressed={!isPreview} onClick={() => setIsPreview(false)}>
              {m.edit()}
            </Chip>
            <Chip pressed={isPreview} onClick={preview}>
              {m.preview()}
            </Chip>
          </div>
        </div>
        <div className={isPreview ? 'grid @2xl:grid-cols-2' : undefined}>
          {/* The text must be on the page to show its error and take the focus. */}
          <div className={classNames('min-w-0', isPreview && !error && '@max-2xl:hidden')}>
            <MarkdownText
              id={id}
              noteId={note ? `${id}-note` : undefined}
              isInvalid={error !== undefined}
              isLong={isLong}
              upload={uploadOne}
              track={track}
              ready={setEditor}
              changed={(text) => isPreview && setPreviewed(text)}
              {...field}
            />
          </div>
          {isPreview && (
            <section
              aria-label={m.preview_of_label({ label })}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
              tabIndex={0}
              className={classNames(
                'min-w-0 overflow-y-auto rounded-b-md bg-paper px-4 py-3 @2xl:border-l @2xl:border-line',
                isLong ? 'h-[26rem]' : 'max-h-80',
              )}
            >
              <LiveMarkdown text={previewed} />
            </section>
          )}
        </div>
      </div>
      <p role="status" className={uploads > 0 ? 'mt-1.5 text-[0.8125rem] text-muted' : 'sr-only'}>
        {uploads > 0 && m.uploading_a_picture()}
      </p>
      {note && (
        <p
          id={`${id}-note`}
          className={classNames('mt-1.5 text-[0.8125rem]', error ? 'text-signal' : 'text-muted')}
        >
          {note}
        </p>
      )}
      <details className="mt-1 text-sm">
        <summary className="min-h-8 py-1.5 font-semibold text-accent">{m.markdown_help()}</summary>
        <dl className="mt-2 space-y-1.5">
          {guide.map(([code, meaning]) => (
            <div key={code} className="flex flex-wrap gap-x-3">
              <dt className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{code}</dt>
              <dd className="text-muted">{meaning()}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
