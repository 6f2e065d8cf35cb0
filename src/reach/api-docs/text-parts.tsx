export const linkStyles = 'font-semibold text-accent underline underline-offset-4';
export const linkTo = (address: string) => (text: string) => (
  <a href={address} className={linkStyles}>
    {text}
  </a>
);
export const inCode = (text: string) => <code className="font-mono text-sm">{text}</code>;
