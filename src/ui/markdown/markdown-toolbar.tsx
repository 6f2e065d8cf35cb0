import {
  Bold,
  Code,
  Heading2,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  TextQuote,
} from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useRef } from 'react';
import * as m from '../words/messages.ts';
import type { CodeEditor } from './code-editor.ts';
import type { Mark } from './markdown-marks.ts';

const marks: readonly { mark: Mark; icon: LucideIcon; label: () => string; keys?: string }[] = [
  { mark: 'bold', icon: Bold, label: m.bold, keys: 'Control+B' },
  { mark: 'italic', icon: Italic, label: m.italic, keys: 'Control+I' },
  { mark: 'heading', icon: Heading2, label: m.heading },
  { mark: 'link', icon: Link, label: m.link },
  { mark: 'bullets', icon: List, label: m.bulleted_list },
  { mark: 'numbers', icon: ListOrdered, label: m.numbered_list },
  { mark: 'quote', icon: TextQuote, label: m.quote },
  { mark: 'code', icon: Code, label: m.code, keys: 'Control+E' },
];
const styles =
  'grid size-8 place-items-center rounded-md transition-colors hover:bg-sunken disabled:opacity-60 sm:size-9';

/** Buttons that format the selected text; disabled until the editor has loaded. */
export function MarkdownToolbar({
  labelId,
  editor,
}: {
  /** The field's label. */
  labelId: string;
  editor: CodeEditor | undefined;
}) {
  const picture = useRef<HTMLInputElement>(null);
  return (
    <Toolbar.Root aria-label={m.formatting()} aria-describedby={labelId} className="flex flex-wrap">
      {marks.map(({ mark, icon: Icon, label: name, keys }) => (
        <Toolbar.Button
          key={mark}
          className={styles}
          aria-label={name()}
          aria-keyshortcuts={keys}
          title={name()}
          disabled={!editor}
          onClick={() => editor?.mark(mark)}
        >
          <Icon className="size-4" aria-hidden="true" />
        </Toolbar.Button>
      ))}
      <Toolbar.Button
        className={styles}
        aria-label={m.insert_a_picture()}
        title={m.insert_a_picture()}
        disabled={!editor}
        onClick={() => picture.current?.click()}
      >
        <ImagePlus className="size-4" aria-hidden="true" />
      </Toolbar.Button>
      <input
        ref={picture}
        type="file"
        // HEIC and SVG files can be chosen too, so that people are told how to convert them.
        accept="image/*,.heic,.heif"
        multiple
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) void editor?.insertPictures(files);
        }}
      />
    </Toolbar.Root>
  );
}
