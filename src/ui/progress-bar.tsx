type Props = { label: string; max: number; value: number | undefined };

/** A browser draws its own track in a dark gray, which looks like a bar that is done. */
export const ProgressBar = ({ label, max, value }: Props) => (
  <progress
    className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
    aria-label={label}
    max={max}
    value={value}
  />
);
