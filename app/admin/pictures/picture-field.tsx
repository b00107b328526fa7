import { Trash2 } from 'lucide-react'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { toast } from '#app/ui/toast.ts'
import { PictureDrop } from './picture-drop.tsx'
import { useUploads } from './use-uploads.ts'

/** A stored picture replaces the one before. */
const NONE: readonly never[] = []

type PictureFieldProps = {
  value: string | null
  legend: string
  onChange: (imageKey: string | null) => void
}

/** One picture: dropped, chosen or pasted, and stored at once. */
export function PictureField({ value, legend, onChange }: PictureFieldProps) {
  const { share, problems, send, cancel } = useUploads(NONE, ([stored]) => onChange(stored?.image_key ?? null))
  const busy = share !== null

  function sendFirst([file, ...others]: File[]) {
    if (!file) return
    if (others.length > 0) toast({ title: 'To pole przyjmuje jedno zdjęcie', description: `Przesyłam: ${file.name}` })
    send([file])
  }

  return (
    <PictureDrop
      legend={legend}
      label={value === null ? 'Wybierz zdjęcie' : 'Zmień zdjęcie'}
      hint="Przeciągnij zdjęcie tutaj, wklej je (Ctrl+V) albo wybierz plik."
      share={share}
      problems={problems}
      onFiles={sendFirst}
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
