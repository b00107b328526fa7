/** How long a success is shown, ms: longer in the customer's panel and on the admin's pages. */
export const SUCCESS_MS = { shop: 4000, private: 5000 }

export type ToastOptions = {
  title: string
  description?: string
  /** A sentence that was added after the toast was shown. */
  remark?: string
  tone?: 'info' | 'success' | 'error'
  /**
   * A new toast replaces one of its kind. Default: one kind for errors, one for others with an action, else the title.
   */
  kind?: string
  action?: { label: string; onClick: () => void }
  /** The toast does not wait for another toast, and an opening dialog does not remove it. */
  urgent?: boolean
  /** How long it is shown, ms. */
  durationMs?: number
}

export type ToastCommand =
  | { do: 'show'; options: ToastOptions }
  /** Removes toasts about completed actions; errors and urgent toasts stay. */
  | { do: 'clear-done' }
  | { do: 'dismiss'; kind: string }
  | { do: 'remark'; kind: string; remark: string }

type Listener = (command: ToastCommand) => void

let listener: Listener | null = null
/** Commands before the toaster's code has loaded. */
const waiting: ToastCommand[] = []
let wake: (() => void) | null = null

/** Shows a toast from anywhere in the browser. */
export function toast(options: ToastOptions): void {
  command({ do: 'show', options })
}

/** Removes toasts about completed actions when a dialog opens. */
export function clearDoneToasts(): void {
  command({ do: 'clear-done' })
}

export function dismissToast(kind: string): void {
  command({ do: 'dismiss', kind })
}

/** Adds a sentence to the toast of this kind, if it is still shown. */
export function remarkOnToast(kind: string, remark: string): void {
  command({ do: 'remark', kind, remark })
}

function command(next: ToastCommand): void {
  if (listener) listener(next)
  else if (next.do === 'show' || waiting.length > 0) {
    waiting.push(next)
    wake?.()
  }
}

/** Hands the commands over to the toaster, beginning with those that waited for its code. */
export function attachToaster(next: Listener): () => void {
  listener = next
  for (const missed of waiting.splice(0)) next(missed)
  return () => {
    listener = null
  }
}

/** Calls back with the first toast, so that the toaster's code loads only then. */
export function onFirstToast(callback: () => void): () => void {
  wake = callback
  if (waiting.length > 0) callback()
  return () => {
    wake = null
  }
}
