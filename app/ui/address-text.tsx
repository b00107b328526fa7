/** An address that never breaks a line within a postal code or between it and its town. */
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
