/** How long a success stands, ms: longer where nothing is bought, in the customer's panel and on the admin's pages. */
export const SUCCESS_MS = { shop: 4000, private: 5000 }

export type ToastOptions = {
  title: string
  description?: string
  /** A sentence that came after it was shown. */
  remark?: string
  tone?: 'info' | 'success' | 'error'
  /** A new toast takes the place of the one of its kind. The title where nothing else is said; all errors are one kind. */
  kind?: string
  action?: { label: string; onClick: () => void }
  /** Has to be seen now: on a phone it waits for no other one, and no dialog that opens takes it away. */
  urgent?: boolean
  /** How long it stays, ms; 0 until it is closed. */
  durationMs?: number
}

export type ToastCommand =
  | { do: 'show'; options: ToastOptions }
  /** What says that something was just done goes; errors and what is urgent stay. */
  | { do: 'clear-done' }
  | { do: 'dismiss'; kind: string }
  | { do: 'remark'; kind: string; remark: string }

/** Whether it is still there when a dialog has opened. */
export function outlastsDialogs({ tone, urgent }: ToastOptions): boolean {
  return tone === 'error' || urgent === true
}

type Listener = (command: ToastCommand) => void

let listener: Listener | null = null
const waiting: ToastCommand[] = []
let wake: (() => void) | null = null

/** Shows a toast from anywhere in the browser. */
export function toast(options: ToastOptions): void {
  command({ do: 'show', options })
}

/** Takes away the toasts that say what was just done: a dialog opens, the buyer is on to the next thing. */
export function clearDoneToasts(): void {
  command({ do: 'clear-done' })
}

/** Takes away the toast of this kind: its reason is gone. */
export function dismissToast(kind: string): void {
  command({ do: 'dismiss', kind })
}

/** Adds a sentence to the toast of this kind, if it is still there. */
export function remarkOnToast(kind: string, remark: string): void {
  command({ do: 'remark', kind, remark })
}

function command(next: ToastCommand): void {
  if (listener) listener(next)
  else if (next.do === 'show') {
    waiting.push(next)
    wake?.()
  }
  // Before the toaster's code is there nothing stands on the screen, and what waits to be shown may go.
  else if (next.do === 'clear-done') {
    const kept = waiting.filter((asked) => asked.do !== 'show' || outlastsDialogs(asked.options))
    waiting.splice(0, waiting.length, ...kept)
  } else if (next.do === 'remark') waiting.push(next)
}

/** The toaster takes over, starting with what was asked for before it was loaded. */
export function attachToaster(next: Listener): () => void {
  listener = next
  for (const asked of waiting.splice(0)) next(asked)
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

const places: HTMLElement[] = []
const placeListeners = new Set<() => void>()

export function addToastPlace(place: HTMLElement, isLast: boolean): () => void {
  if (isLast) places.unshift(place)
  else places.push(place)
  for (const changed of placeListeners) changed()
  return () => {
    places.splice(places.indexOf(place), 1)
    for (const changed of placeListeners) changed()
  }
}

export function onToastPlaces(changed: () => void): () => void {
  placeListeners.add(changed)
  return () => placeListeners.delete(changed)
}

/** The place for toasts now; null for the edge of the window. */
export function toastPlace(): HTMLElement | null {
  return places.findLast((place) => place.checkVisibility()) ?? null
}
