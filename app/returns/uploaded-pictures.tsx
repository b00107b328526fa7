import { useRef, useState } from 'react'
import { isObject } from '#app/browser-storage.ts'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { preparePicture } from '#app/pictures/prepare-picture.ts'
import { Button } from '#app/ui/button.tsx'
import { useAct } from '#app/ui/form/use-act.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { PICTURE_TEXTS, PICTURE_TYPES, uploadedPictureSchema } from '#domain/pictures/picture.ts'
import { COMPLAINT_PICTURE_BYTES } from '#domain/returns/statement.ts'

type UploadedPicturesProps = {
  keys: readonly string[]
  most: number
  error?: string
  onChange: (keys: string[]) => void
  /** The form waits while pictures are being sent: it would go without them. */
  onSending: (isSending: boolean) => void
}

/** Pictures of a complaint or review, each stored as soon as it is chosen. */
export function UploadedPictures({ keys, most, error, onChange, onSending }: UploadedPicturesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<string[]>([])

  const [busy, take] = useAct(async (files: readonly File[]) => {
    setProblems([])
    onSending(true)
    try {
      const next = [...keys]
      for (const file of files) {
        const problem = await store(file, next, most)
        if (problem === null) onChange([...next])
        else setProblems((before) => [...before, `${file.name}: ${problem}`])
      }
    } finally {
      onSending(false)
    }
  })

  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{`Zdjęcia (nieobowiązkowo, najwyżej ${most})`}</legend>
      {keys.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-3">
          {keys.map((key, index) => (
            <li key={key} className="w-24">
              <ProductPicture imageKey={key} alt={`Zdjęcie ${index + 1}`} sizes="6rem" className="w-24 rounded-lg" />
              <Button
                variant="quiet"
                size="tight"
                disabled={busy}
                aria-label={`Usuń zdjęcie ${index + 1}`}
                onClick={() => onChange(keys.filter((other) => other !== key))}
              >
                Usuń
              </Button>
            </li>
          ))}
        </ul>
      )}
      {keys.length < most && (
        <Button variant="secondary" busy={busy} onClick={() => input.current?.click()}>
          {keys.length === 0 ? 'Dodaj zdjęcia' : 'Dodaj kolejne'}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={PICTURE_TYPES.join(',')}
        aria-label="Pliki ze zdjęciami"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file can be chosen again after a failure.
          event.target.value = ''
          if (files.length > 0) void take(files)
        }}
      />
      <p role="status" className="mt-1 text-xs">
        {busy ? 'Przesyłam zdjęcie...' : 'JPG, PNG lub WebP. Duże zdjęcia zmniejszymy przed wysłaniem.'}
      </p>
      {problems.length > 0 && (
        <div role="alert" className="text-xs font-medium text-wine">
          <p>{problems.length === 1 ? 'Tego pliku nie dodano:' : 'Tych plików nie dodano:'}</p>
          <ul className="list-disc pl-4 wrap-anywhere">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {error && <p className="text-xs font-medium text-wine">{error}</p>}
    </fieldset>
  )
}

const PICTURE_FORMS = { one: 'zdjęcie', few: 'zdjęcia', many: 'zdjęć' }

/** Stores a picture and adds its key to the list. Returns null, or why the picture was left out. */
async function store(file: File, keys: string[], most: number): Promise<string | null> {
  if (keys.length >= most) return `najwyżej ${most} ${pluralize(most, PICTURE_FORMS)}.`
  const sent = await sendPicture(file)
  if (!sent.ok) return sent.failure.message
  if (keys.includes(sent.value)) return 'to zdjęcie już jest.'
  keys.push(sent.value)
  return null
}

/** Timeout of a picture, ms: long enough for a slow phone, and for pictures that the shop encodes before this one. */
const TIMEOUT_MS = 60_000

/** Stores a picture, reduced if it is large, and returns its key; or the sentence why it was not stored. */
async function sendPicture(file: File): Promise<Result<string, { reason: 'failed'; message: string }>> {
  const prepared = await preparePicture(file, COMPLAINT_PICTURE_BYTES)
  if (!prepared.ok) return failed(prepared.failure.description)
  try {
    const answer = await fetch('/api/complaint-pictures', {
      method: 'POST',
      headers: { 'Content-Type': prepared.value.type },
      body: prepared.value,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const content: unknown = await answer.json()
    const stored = uploadedPictureSchema.safeParse(content)
    if (answer.ok && stored.success) return ok(stored.data.image_key)
    return failed(readSentence(content))
  } catch (cause) {
    console.warn('A picture was not sent', cause)
    return failed(PICTURE_TEXTS.failed.description)
  }
}

const failed = (message: string) => fail({ reason: 'failed' as const, message })

function readSentence(content: unknown): string {
  const error = isObject(content) ? content.error : null
  return isObject(error) && typeof error.message === 'string' ? error.message : PICTURE_TEXTS.failed.description
}
