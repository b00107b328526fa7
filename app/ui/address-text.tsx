/** An address that never breaks a line within a postal code or between it and its town. */
export function AddressText({ children }: { children: string }) {
  return children.split(/(\d{2}-\d{3}(?:\s\S+)?)/).map((part, index) => (
    // Each part has an element of its own: a browser's translator replaces text nodes, which React then misses.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their places
    <span key={index} className={index % 2 === 0 ? undefined : 'whitespace-nowrap'}>
      {part}
    </span>
  ))
}
