import { useEffect, useRef, useState } from 'react'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'

/** The browser's reader of bar codes, which TypeScript does not know yet. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => Detector
  }
}

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'code_128']
/** How often the picture is read, ms. */
const EVERY_MS = 250

export const canScan = () => window.BarcodeDetector !== undefined && navigator.mediaDevices !== undefined

/** Shows the camera until it has read a code. */
export function BarcodeCamera({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const tell = useRef(onCode)
  useEffect(() => {
    tell.current = onCode
  })
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    function end() {
      isOver = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    async function begin() {
      const Detector = window.BarcodeDetector
      if (!Detector) throw new Error('no reader of bar codes')
      const detector = new Detector({ formats: FORMATS })
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      // Closed while the browser asked for the camera.
      if (isOver || !video.current) return end()
      video.current.srcObject = stream
      await video.current.play()
      await read(detector)
    }
    async function read(detector: Detector) {
      if (isOver || !video.current) return
      // A picture that cannot be read is no reason to stop.
      const [code] = await detector.detect(video.current).catch(() => [])
      if (isOver) return
      if (code) tell.current(code.rawValue)
      else timer = setTimeout(() => void read(detector), EVERY_MS)
    }
    begin().catch(() => {
      if (!isOver) setRefused(true)
      end()
    })
    return end
  }, [])
  return (
    <div className="space-y-2">
      {isRefused ? (
        <Alert title="Nie udało się włączyć aparatu">
          Zezwól na aparat w ustawieniach przeglądarki albo wpisz kod lub nazwę.
        </Alert>
      ) : (
        <video
          ref={video}
          muted
          playsInline
          aria-label="Obraz z aparatu"
          className="h-56 w-full rounded-xl bg-night object-cover"
        />
      )}
      <Button variant="secondary" className="w-full" onClick={onClose}>
        Zamknij aparat
      </Button>
    </div>
  )
}
