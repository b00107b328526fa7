import { ImageUp, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { findError, type Sending, uploadFile } from '#app/admin/send-file.ts'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { preparePicture } from '#app/pictures/prepare-picture.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { toast } from '#app/ui/toast.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { PICTURE_BYTES_MAX, PICTURE_TEXTS, PICTURE_TYPES, uploadedPictureSchema } from '#domain/pictures/picture.ts'

type PictureFieldProps = {
  /** As products.image_key. */
  value: string | null
  legend?: string
  onChange: (imageKey: string | null) => void
}

/** The picture of a product or film: dropped, chosen or pasted, and stored at once. */
export function PictureField({ value, legend = 'Zdjęcie', onChange }: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { share, problem, send, cancel } = useUpload(onChange)
  const busy = share !== null
  usePastedFile(send)
  useNoDropBeside()

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    send(event.dataTransfer.files)
  }

  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
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
        <div className="relative w-32 shrink-0 overflow-hidden rounded-xl bg-sand">
          <ProductPicture
            imageKey={value}
            alt={value === null ? 'Bez zdjęcia' : 'Zdjęcie produktu'}
            sizes="8rem"
            className={classNames('w-full', busy && 'opacity-40')}
          />
        </div>
        <div className="min-w-40 flex-1 space-y-2">
          <p id={`${id}-hint`} className="text-sm">
            Przeciągnij zdjęcie tutaj, wklej je (Ctrl+V) albo wybierz plik.
            <span className="block text-xs text-night/80">
              JPG, PNG lub WebP; duże zdjęcie zmniejszymy. Sklep pokaże je w proporcji 4:5.
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="tight" busy={busy} onClick={() => input.current?.click()}>
              {!busy && <ImageUp aria-hidden="true" className="size-4" />}
              <span>{value === null ? 'Wybierz zdjęcie' : 'Zmień zdjęcie'}</span>
            </Button>
            {busy && (
              <Button variant="quiet" size="tight" onClick={cancel}>
                Przerwij
              </Button>
            )}
            {value !== null && !busy && (
              <Button variant="quiet" size="tight" onClick={() => onChange(null)}>
                <Trash2 aria-hidden="true" className="size-4" />
                Usuń zdjęcie
              </Button>
            )}
          </div>
          <div role="status" className="text-xs">
            {share !== null && <Progress share={share} />}
          </div>
          {problem !== null && (
            <p className="text-xs font-medium text-wine">
              {problem.title}. {problem.description}
            </p>
          )}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept={PICTURE_TYPES.join(',')}
          aria-label="Plik ze zdjęciem"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            // The same file can be chosen again after a failure.
            event.target.value = ''
            send(files)
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
      {/* Announced at the beginning and at the end, not with every step. */}
      <span aria-hidden={!sent || undefined}>
        {sent ? 'Przygotowuję zdjęcie...' : `Przesyłanie... ${Math.round(share * 100)}%`}
      </span>
    </>
  )
}

type Failed = Extract<UploadProblem, { reason: 'failed' }>

/** `share` is the sent part, 0 to 1; null while nothing is sent. A second picture replaces the first at once. */
function useUpload(onChange: (imageKey: string) => void) {
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<Failed | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File): Promise<void> {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setProblem(null)
    setShare(0)
    const uploaded = await sendPicture(file, { onProgress: setShare, signal: controller.signal })
    if (running.current !== controller) return
    setShare(null)
    if (uploaded.ok) {
      onChange(uploaded.value.imageKey)
      toast({ ...PICTURE_TEXTS.done, tone: 'success' })
    } else if (uploaded.failure.reason === 'failed') {
      const { title, description } = uploaded.failure
      setProblem(uploaded.failure)
      toast({ title, description, tone: 'error' })
    }
  }
  function sendFirst(files: ArrayLike<File>): void {
    const [file, ...others] = Array.from(files)
    if (!file) return
    if (others.length > 0) toast({ title: 'To pole przyjmuje jedno zdjęcie', description: `Przesyłam: ${file.name}` })
    void send(file)
  }
  return { share, problem, send: sendFirst, cancel: () => running.current?.abort() }
}

/** Takes a picture that is pasted anywhere while the field is on the screen. */
function usePastedFile(take: (files: ArrayLike<File>) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData?.files ?? []
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

/** Ignores files that are dropped beside the field: the browser would open them instead of the page. */
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

/** Why a picture was not stored, in words; `cancelled` by its sender. */
type UploadProblem = { reason: 'failed'; title: string; description: string } | { reason: 'cancelled' }

/** Sends a picture to the shop, made smaller where it is large. Where the session is over, it asks for the password and sends it again. */
export async function sendPicture(file: File, sending: Sending): Promise<Result<{ imageKey: string }, UploadProblem>> {
  const prepared = await preparePicture(file, PICTURE_BYTES_MAX)
  if (!prepared.ok) return prepared
  const answer = await uploadFile('/api/admin/pictures', prepared.value, sending)
  if (answer === 'cancelled') return fail({ reason: 'cancelled' })
  if (answer === 'failed') return fail(word({}))
  const stored = uploadedPictureSchema.safeParse(answer.body)
  if (answer.status === 200 && stored.success) return ok({ imageKey: stored.data.image_key })
  return fail(word(findError(answer.body)))
}

/** Own titles for problems of the file; the shop's sentences for the rest. */
function word({ code, message }: { code?: string; message?: string }): UploadProblem {
  if (code === 'picture_wrong_type') return { reason: 'failed', ...PICTURE_TEXTS.wrongType }
  if (code === 'picture_too_large') return { reason: 'failed', ...PICTURE_TEXTS.tooLarge }
  return { reason: 'failed', ...PICTURE_TEXTS.failed, ...(message && { description: message }) }
}
