import type { SessionEvent } from './session.ts'

const NAME = 'session'

export type SessionChannel = { tell(event: SessionEvent): void }

/** Tells the shop's other open tabs what happened, and hears of it from them. Only the event travels, never who. */
export function openSessionChannel(hear: (event: SessionEvent) => void): SessionChannel {
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(NAME)
    channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => hear(data)
    return { tell: (event) => channel.postMessage(event) }
  }
  // Browsers without it: a storage event reaches the other tabs; the time makes every value a new one.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === NAME && newValue) hear(newValue.split(' ')[0] as SessionEvent)
  })
  return { tell: (event) => localStorage.setItem(NAME, `${event} ${Date.now()}`) }
}
