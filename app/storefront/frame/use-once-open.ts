import { useState } from 'react'

/** True from the first time `open` was true: a lazy dialog is mounted then and stays for its closing motion. */
export function useOnceOpen(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return wasOpen || open
}
