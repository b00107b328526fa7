/** A name that has its size already stays. */
export function nameWithSize(name: string, size: string): string {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ').toLowerCase()
  return size === '' || plain(name).includes(plain(size)) ? name : `${name}, ${size}`
}

/** 'Layali Zahran, 100 ml', where the kind of the product is not known. */
export const nameWithVolume = ({ name, volume_ml }: { name: string; volume_ml: number | null }): string =>
  nameWithSize(name, volume_ml === null ? '' : `${volume_ml}\u00a0ml`)
