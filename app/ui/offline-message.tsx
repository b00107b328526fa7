import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/**
 * Says that the connection is lost, until it is back. It appears at the edge of the window and inside each dialog,
 * which covers that edge.
 */
export function OfflineMessage() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="pointer-events-auto empty:hidden">
      {!isOnline && (
        <p className="mb-2 w-fit rounded-3xl bg-wine px-5 py-2.5 text-sm text-ivory shadow-lift">
          Brak połączenia z internetem. Gdy wróci, spróbujemy ponownie.
        </p>
      )}
    </div>
  )
}
