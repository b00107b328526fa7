import { useEffect, useRef, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { SAVES_DATA } from '#app/ui/save-data.ts'

const PLAY = 'M6 4.5v15l13-7.5z'
const PAUSE = 'M8 5v14M16 5v14'
const SOUND = 'M11 5 6 9H3v6h3l5 4zM15.5 8.5a5 5 0 0 1 0 7M18.5 5.5a9 9 0 0 1 0 13'
const MUTED = 'M11 5 6 9H3v6h3l5 4zM22 9l-6 6M16 9l6 6'

type QualityFilmProps = { label: string; soundOn: string; soundOff: string }

/**
 * The film over its poster. It starts muted and plays only while it is visible. With reduced motion or reduced data it
 * waits for a press.
 */
export default function QualityFilm({ label, soundOn, soundOff }: QualityFilmProps) {
  const film = useRef<HTMLVideoElement>(null)
  const [muted, setMuted] = useState(true)
  /** The visitor's last choice, or the browser's settings before any choice. */
  const [wanted, setWanted] = useState(mayPlayByItself)
  const onScreen = useRef(false)

  useEffect(() => {
    const video = film.current
    if (!video) return
    const follow = () => {
      if (wanted && onScreen.current) playIfAllowed(video, () => setWanted(false))
      else video.pause()
    }
    follow()
    const observer = new IntersectionObserver(
      ([entry]) => {
        onScreen.current = entry?.isIntersecting ?? false
        follow()
      },
      { threshold: 0.25 },
    )
    observer.observe(video)
    return () => observer.disconnect()
  }, [wanted])

  return (
    <>
      <video
        ref={film}
        aria-label={label}
        poster="/film/quality-poster.webp"
        width={1280}
        height={720}
        muted={muted}
        loop
        playsInline
        preload="none"
        className="absolute inset-0 size-full object-cover"
      >
        <source src="/film/quality.webm" type="video/webm" />
        <source src="/film/quality.mp4" type="video/mp4" />
      </video>
      <div className="absolute inset-x-3 bottom-3 flex justify-between gap-3">
        <button
          type="button"
          aria-label={wanted ? 'Zatrzymaj film' : 'Odtwórz film'}
          onClick={() => setWanted(!wanted)}
          className="grid size-11 place-items-center rounded-full bg-night/75 text-ivory hover:bg-night"
        >
          <Icon d={wanted ? PAUSE : PLAY} className="size-5" />
        </button>
        <button
          type="button"
          onClick={() => {
            setMuted(!muted)
            if (muted) setWanted(true)
          }}
          className="inline-flex min-h-11 items-center gap-2 rounded-full bg-night/75 px-5 text-sm font-semibold text-ivory hover:bg-night"
        >
          <Icon d={muted ? MUTED : SOUND} className="size-5" />
          {muted ? soundOn : soundOff}
        </button>
      </div>
    </>
  )
}

function mayPlayByItself(): boolean {
  return !SAVES_DATA && !window.matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches
}

/** Browsers may refuse to play without a press, above all with sound, and reject a start that a pause interrupts. */
function playIfAllowed(video: HTMLVideoElement, onRefused: () => void): void {
  video.play().catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'NotAllowedError') onRefused()
    else console.warn('The film did not start.', cause)
  })
}
