import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'

const SECONDS = 10

/** Events of a visitor who is reading, scrolling or moving through the page. */
const ACTIVITY = ['pointerdown', 'touchstart', 'keydown', 'wheel', 'focusin'] as const

type CountdownProps = {
  /** The page to open, as the object of 'za 10 s otworzymy'. */
  place: string
  onEnd: () => void
}

/**
 * Opens the next page after ten seconds. Any touch, scroll, key or move of the focus stops it for good. It pauses while
 * the page is hidden. Screen readers announce once what will happen and how to stay, not every second.
 */
export function Countdown({ place, onEnd }: CountdownProps) {
  const [left, setLeft] = useState(SECONDS)
  const [stopped, setStopped] = useState(false)
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    if (stopped) return
    const wait = new AbortController()
    for (const type of ACTIVITY) {
      window.addEventListener(type, () => setStopped(true), { passive: true, signal: wait.signal })
    }
    const tick = setInterval(() => {
      if (document.visibilityState === 'visible') setLeft((seconds) => seconds - 1)
    }, 1000)
    return () => {
      wait.abort()
      clearInterval(tick)
    }
  }, [stopped])

  useEffect(() => {
    if (left <= 0 && !stopped) end()
  }, [left, stopped])

  return (
    <div className="grid min-h-11 content-center justify-items-center gap-1 text-sm text-oud">
      <p role="status" className="sr-only">
        {stopped
          ? 'Zostajesz na tej stronie.'
          : `Za ${SECONDS} sekund otworzymy ${place}. Naciśnij dowolny klawisz, aby zostać na tej stronie.`}
      </p>
      {stopped ? (
        <p aria-hidden="true">Zostajesz na tej stronie.</p>
      ) : (
        <>
          <p aria-hidden="true" className="tabular-nums">
            {left > 0 ? `Za ${left} s otworzymy ${place}.` : `Otwieramy ${place}.`}
          </p>
          <Button variant="quiet" onClick={() => setStopped(true)}>
            <span className="underline">Zostań na tej stronie</span>
          </Button>
        </>
      )}
    </div>
  )
}
