export type ToastOptions = {
  title: string
  description?: string
  tone?: 'info' | 'success' | 'error'
  action?: { label: string; onClick: () => void }
}

type Listener = (toast: ToastOptions) => void

let listener: Listener | null = null
const waiting: ToastOptions[] = []
let wake: (() => void) | null = null

/** Shows a toast from anywhere in the browser: at most 3 at once, 4000 ms each (spec 1 §9). */
export function toast(options: ToastOptions): void {
  if (listener) listener(options)
  else {
    waiting.push(options)
    wake?.()
  }
}

/** The toaster takes over, starting with what was asked for before it was loaded. */
export function attachToaster(next: Listener): () => void {
  listener = next
  for (const options of waiting.splice(0)) next(options)
  return () => {
    listener = null
  }
}

/** Called once when the first toast is asked for, so that the toaster's code loads only then. */
export function onFirstToast(callback: () => void): () => void {
  wake = callback
  if (waiting.length > 0) callback()
  return () => {
    wake = null
  }
}
