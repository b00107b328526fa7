import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { toast } from '#app/ui/toast.ts'
import { PICTURE_TEXTS } from '#domain/pictures/picture.ts'
import { PictureDrop } from './picture-drop.tsx'
import { sendPicture } from './use-uploads.ts'

type PictureFieldProps = {
  /** The key of a stored picture. */
  value: string | null
  legend: string
  onChange: (imageKey: string | null) => void
}

/** One picture: dropped, chosen or pasted, and stored at once. */
export function PictureField({ value, legend, onChange }: PictureFieldProps) {
  const { share, problem, send, cancel } = useUpload(onChange)
  const busy = share !== null
  return (
    <PictureDrop
      legend={legend}
      label={value === null ? 'Wybierz zdjęcie' : 'Zmień zdjęcie'}
      hint="Przeciągnij zdjęcie tutaj, wklej je (Ctrl+V) albo wybierz plik."
      share={share}
      problems={problem === null ? [] : [problem]}
      onFiles={send}
      onCancel={cancel}
      picture={
        <div className="relative w-32 shrink-0 overflow-hidden rounded-xl bg-sand">
          <ProductPicture
            imageKey={value}
            alt={value === null ? 'Bez zdjęcia' : legend}
            sizes="8rem"
            className={classNames('w-full', busy && 'opacity-40')}
          />
        </div>
      }
    >
      {value !== null && (
        <Button variant="quiet" size="tight" onClick={() => onChange(null)}>
          <Trash2 aria-hidden="true" className="size-4" />
          Usuń zdjęcie
        </Button>
      )}
    </PictureDrop>
  )
}

/** `share` is the sent part, 0 to 1; null while nothing is sent. A second picture replaces the first at once. */
function useUpload(onChange: (imageKey: string) => void) {
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
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
      setProblem(`${title}. ${description}`)
      toast({ title, description, tone: 'error' })
    }
  }
  function sendFirst([file, ...others]: File[]): void {
    if (!file) return
    if (others.length > 0) toast({ title: 'To pole przyjmuje jedno zdjęcie', description: `Przesyłam: ${file.name}` })
    void send(file)
  }
  return { share, problem, send: sendFirst, cancel: () => running.current?.abort() }
}
