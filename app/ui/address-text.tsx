/** An address in which no postal code is torn from its town, and none at its hyphen. */
export function AddressText({ children }: { children: string }) {
  return children.split(/(\d{2}-\d{3}(?:\s\S+)?)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}
