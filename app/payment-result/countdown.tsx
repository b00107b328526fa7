import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'

const SECONDS = 10

/** Signs of somebody who is still here: reading, scrolling, moving through the page. */
const SIGNS = ['pointerdown', 'touchstart', 'keydown', 'wheel', 'focusin'] as const

type CountdownProps = {
  /** Where it leads, after 'za 10 s otworzymy'. */
  place: string
  onEnd: () => void
}

/**
 * Leads on after ten seconds, unless anybody touches, scrolls, types or moves the focus: then it stays for good. Waits while
 * the page is not looked at. Its seconds are for the eyes; a screen reader hears once what will happen and how to stay.
 */
export function Countdown({ place, onEnd }: CountdownProps) {
  const [left, setLeft] = useState(SECONDS)
  const [stopped, setStopped] = useState(false)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })

  useEffect(() => {
    if (stopped) return
    const wait = new AbortController()
    for (const sign of SIGNS) {
      window.addEventListener(sign, () => setStopped(true), { passive: true, signal: wait.signal })
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
    if (left <= 0 && !stopped) end.current()
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
