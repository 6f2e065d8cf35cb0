/** A text of the description: what is between backticks is code. */
export const CodedText = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={part} className="font-mono">
        {part}
      </code>
    ) : (
      part
    ),
  );
