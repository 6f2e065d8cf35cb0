import { ChevronDown } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { focusOn } from '../keep-row-focus.ts';
import { useMediaQuery } from '../use-media-query.ts';
import * as m from '../words/messages.ts';

type Listed = { id: string; title: string };

/** Adds a section to its page's list. @returns a function that removes it */
const ListContext = createContext<(section: Listed) => () => void>(() => () => undefined);

type Props = {
  /** The anchor of links to the section; without it, the page doesn't list it. */
  id?: string;
  title: string;
  about?: string;
  children: ReactNode;
};

/** A group of settings, with its title beside it on wide screens. */
export function SettingsSection({ id, title, about, children }: Props) {
  const list = use(ListContext);
  useLayoutEffect(() => (id === undefined ? undefined : list({ id, title })), [list, id, title]);
  return (
    <section id={id} className="grid gap-x-10 gap-y-5 border-t border-line py-8 lg:grid-cols-[11rem_1fr]">
      <div>
        <h2 className="text-xl">{title}</h2>
        {about && <p className="mt-1.5 text-[0.8125rem] text-muted">{about}</p>}
      </div>
      <div className="min-w-0 space-y-5">{children}</div>
    </section>
  );
}

type SectionsProps = {
  children: ReactNode;
  /** Shown beside the sections in wide windows, and otherwise above them; the list of sections is collapsed above it. */
  beside?: ReactNode;
};

/** A long page of sections with a list of them: beside them if there is room, otherwise collapsed above them. */
export function SettingsSections({ children, beside }: SectionsProps) {
  const [sections, setSections] = useState<Listed[]>([]);
  const list = useCallback((section: Listed) => {
    setSections((before) => [...before, section].sort(inPageOrder));
    return () => setSections((before) => before.filter((other) => other !== section));
  }, []);
  // The section that a link leads to may have been missing when the page loaded. Going back keeps the reader's position.
  useEffect(() => {
    if (scrollY === 0) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  const content = (
    <div className="min-w-0 max-w-3xl">
      <ListContext value={list}>{children}</ListContext>
    </div>
  );
  if (beside)
    return (
      <div className="gap-12 min-[90rem]:grid min-[90rem]:grid-cols-[minmax(0,1fr)_26rem] 2xl:grid-cols-[minmax(0,1fr)_32rem]">
        <div className="max-w-3xl max-[90rem]:mb-8 lg:max-w-xl min-[90rem]:order-last">
          <div className="min-[90rem]:sticky min-[90rem]:top-24">
            <nav aria-label={m.on_this_page()}>
              <SectionLinks sections={sections} isFolded />
            </nav>
            {beside}
          </div>
        </div>
        {content}
      </div>
    );
  return (
    <div className="gap-12 xl:grid xl:grid-cols-[minmax(0,48rem)_12rem]">
      <nav aria-label={m.on_this_page()} className="max-w-3xl xl:order-last">
        <SectionLinks sections={sections} />
      </nav>
      {content}
    </div>
  );
}

/** Sections can come and go, and then register out of order. */
function inPageOrder(a: Listed, b: Listed): number {
  const [first, second] = [document.getElementById(a.id), document.getElementById(b.id)];
  const isBefore =
    first && second && first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING;
  return isBefore ? -1 : 1;
}

function SectionLinks({ sections, isFolded = false }: { sections: Listed[]; isFolded?: boolean }) {
  const isWide = useMediaQuery('(min-width: 80rem)');
  const folded = useRef<HTMLDetailsElement>(null);
  const links = sections.map(({ id, title }) => (
    <li key={id}>
      <Link
        to={`#${id}`}
        className="block rounded-sm py-1.5 text-sm text-muted hover:text-ink max-xl:py-2.5"
        onClick={() => {
          // Before the page scrolls: collapsing the list later would shift the target.
          if (folded.current) folded.current.open = false;
          focusOn(document.getElementById(id));
        }}
      >
        {title}
      </Link>
    </li>
  ));
  if (isWide && !isFolded)
    return (
      <div className="sticky top-24 max-h-[calc(100dvh-8rem)] overflow-y-auto border-l border-line pl-5">
        <p className="eyebrow mb-2">{m.on_this_page()}</p>
        <ul>{links}</ul>
      </div>
    );
  return (
    <details ref={folded} className="group mb-6 rounded-md border border-line bg-surface">
      <summary className="flex min-h-11 items-center justify-between px-4 font-semibold">
        {m.on_this_page()}
        <ChevronDown
          className="size-4 text-muted transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <ul className="gap-x-6 border-t border-line px-4 py-2 sm:columns-2">{links}</ul>
    </details>
  );
}
