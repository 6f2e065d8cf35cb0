import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '../button.tsx';

type Props = {
  /** The buttons' names. */
  up: string;
  down: string;
  /** 0-based. */
  place: number;
  count: number;
  moveTo: (place: number) => void;
  size?: 'icon' | 'small';
};

/** Move an item of a list by one place. At the ends of the list they do nothing, but keep the focus. */
export const MoveButtons = ({ up, down, place, count, moveTo, size = 'icon' }: Props) => (
  <>
    <Button
      variant="quiet"
      size={size}
      aria-label={up}
      aria-disabled={place === 0}
      onClick={() => place > 0 && moveTo(place - 1)}
    >
      <ArrowUp className="size-4" aria-hidden="true" />
    </Button>
    <Button
      variant="quiet"
      size={size}
      aria-label={down}
      aria-disabled={place === count - 1}
      onClick={() => place < count - 1 && moveTo(place + 1)}
    >
      <ArrowDown className="size-4" aria-hidden="true" />
    </Button>
  </>
);
