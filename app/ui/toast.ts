/** How long a success is shown, ms: longer in the customer's panel and on the admin's pages. */
export const SUCCESS_MS = { shop: 4000, private: 5000 }

export type ToastOptions = {
  title: string
  description?: string
  /** A sentence that was added after it was shown. */
  remark?: string
  tone?: 'info' | 'success' | 'error'
  /** A new toast replaces the one of its kind. By default the title; all errors are one kind. */
  kind?: string
  action?: { label: string; onClick: () => void }
  /** On a phone it does not wait for another toast, and an opening dialog does not remove it. */
  urgent?: boolean
  /** How long it is shown, ms; 0: until it is closed. */
  durationMs?: number
}

export type ToastCommand =
  | { do: 'show'; options: ToastOptions }
  /** Removes successes; errors and urgent toasts stay. */
  | { do: 'clear-done' }
  | { do: 'dismiss'; kind: string }
  | { do: 'remark'; kind: string; remark: string }

/** Whether it stays when a dialog opens. */
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

/** Removes toasts of success, as a dialog opens. */
export function clearDoneToasts(): void {
  command({ do: 'clear-done' })
}

/** Removes the toast of this kind. */
export function dismissToast(kind: string): void {
  command({ do: 'dismiss', kind })
}

/** Adds a sentence to the toast of this kind, if it is still shown. */
export function remarkOnToast(kind: string, remark: string): void {
  command({ do: 'remark', kind, remark })
}

function command(next: ToastCommand): void {
  if (listener) listener(next)
  else if (next.do === 'show') {
    waiting.push(next)
    wake?.()
  }
  // The toaster's code has not loaded: only waiting toasts can be removed.
  else if (next.do === 'clear-done') {
    const kept = waiting.filter((asked) => asked.do !== 'show' || outlastsDialogs(asked.options))
    waiting.splice(0, waiting.length, ...kept)
  } else if (next.do === 'remark') waiting.push(next)
}

/** Hands the toasts over to the toaster, beginning with those that waited for its code. */
export function attachToaster(next: Listener): () => void {
  listener = next
  for (const asked of waiting.splice(0)) next(asked)
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
