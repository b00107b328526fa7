import { ImageUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { PICTURE_TYPES } from '#domain/pictures/picture.ts'

type PictureDropProps = {
  legend: string
  /** The text of the button that chooses files. */
  label: string
  hint: string
  /** Which files the shop accepts, and how it shows them. */
  note?: string
  multiple?: boolean
  /** The part of the picture that is sent, 0 to 1; null while none is. */
  share: number | null
  /** Why files were not stored, in sentences. */
  problems: readonly string[]
  onFiles: (files: File[]) => void
  onCancel: () => void
  /** Shown above the drop area. */
  above?: ReactNode
  /** Shown beside the hint. */
  picture?: ReactNode
  /** Further buttons. */
  children?: ReactNode
}

/** An area for pictures that are dropped, chosen or pasted. */
export function PictureDrop({
  legend,
  label,
  hint,
  note = 'JPG, PNG lub WebP; duże zdjęcie zmniejszymy. Sklep pokaże je w proporcji 4:5.',
  multiple,
  share,
  problems,
  onFiles,
  onCancel,
  above,
  picture,
  children,
}: PictureDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const busy = share !== null
  usePastedFiles(onFiles)
  useNoDropBeside()

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }

  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {above}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same without a mouse */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'flex flex-wrap items-center gap-4 rounded-xl border-2 border-dashed p-3',
          over ? 'border-gold bg-sand/60' : 'border-night/25 bg-white',
        )}
      >
        {picture}
        <div className="min-w-40 flex-1 space-y-2">
          <p id={`${id}-hint`} className="text-sm">
            {hint}
            <span className="block text-xs text-night/80">{note}</span>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="tight" busy={busy} onClick={() => input.current?.click()}>
              {!busy && <ImageUp aria-hidden="true" className="size-4" />}
              <span>{label}</span>
            </Button>
            {busy && (
              <Button variant="quiet" size="tight" onClick={onCancel}>
                Przerwij
              </Button>
            )}
            {!busy && children}
          </div>
          <div role="status" className="text-xs">
            {share !== null && <Progress share={share} />}
          </div>
          <div role="alert" className="text-xs font-medium text-wine wrap-anywhere">
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </div>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          multiple={multiple}
          accept={PICTURE_TYPES.join(',')}
          aria-label={multiple ? 'Pliki ze zdjęciami' : 'Plik ze zdjęciem'}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            // The same file can be chosen again after a failure.
            event.target.value = ''
            onFiles(files)
          }}
        />
      </div>
    </fieldset>
  )
}

function Progress({ share }: { share: number }) {
  const sent = share === 1
  return (
    <>
      <progress
        value={share}
        max={1}
        aria-label="Przesyłanie zdjęcia"
        className="mb-1 block h-1.5 w-full overflow-hidden rounded-full accent-gold"
      />
      {/* Announced at the start and at the end, not with every step. */}
      <span aria-hidden={!sent || undefined}>
        {sent ? 'Przygotowuję zdjęcie...' : `Przesyłanie... ${Math.round(share * 100)}%`}
      </span>
    </>
  )
}

/** Takes pictures that are pasted anywhere while the field is on the screen. */
function usePastedFiles(take: (files: File[]) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    take(files)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event)
    window.addEventListener('paste', listener)
    return () => window.removeEventListener('paste', listener)
  }, [])
}

/** Ignores files dropped outside the field: the browser would open them instead of the page. */
function useNoDropBeside(): void {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
