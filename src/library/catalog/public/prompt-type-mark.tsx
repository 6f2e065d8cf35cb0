import { AudioLines, Bot, Clapperboard, FileText, Image, type LucideIcon } from 'lucide-react';
import type { promptTypes } from '#constants';
import { typeLabel } from './labels.ts';

type PromptType = (typeof promptTypes)[number];
const icons: Record<PromptType, LucideIcon> = {
  Text: FileText,
  Image,
  Audio: AudioLines,
  Video: Clapperboard,
  Agent: Bot,
};

/** The icon and name of a prompt's type. */
export function PromptTypeMark({ type }: { type: PromptType }) {
  const Icon = icons[type];
  return (
    <span className="inline-flex items-center gap-1.5 text-[0.8125rem] font-medium text-muted">
      <Icon className="size-3.5" aria-hidden="true" />
      {typeLabel(type)}
    </span>
  );
}
