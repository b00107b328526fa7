import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { PictureDrop } from '#app/admin/pictures/picture-drop.tsx'
import { findError, uploadFile } from '#app/admin/send-file.ts'
import { Button } from '#app/ui/button.tsx'
import { PICTURE_BYTES_MAX, PICTURE_TEXTS } from '#domain/pictures/picture.ts'
import { buildLogoUrl, uploadedLogoSchema } from '#domain/settings/look.ts'

type LogoFieldProps = {
  /** The key of a stored logo; null: the shop shows its name instead. */
  logo: string | null
  error: string | undefined
  onChange: (logo: string | null) => void
}

/** The logo: dropped, chosen or pasted, and stored at once. Buyers see it once the look is published. */
export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function send([file]: File[]) {
    if (!file || running.current) return
    if (file.size > PICTURE_BYTES_MAX) return setProblem(PICTURE_TEXTS.tooLarge.description)
    running.current = new AbortController()
    setProblem(null)
    setShare(0)
    const { signal } = running.current
    const answer = await uploadFile('/api/admin/logos', file, { onProgress: setShare, signal })
    running.current = null
    setShare(null)
    if (answer === 'cancelled') return
    const stored = answer === 'failed' ? null : uploadedLogoSchema.safeParse(answer.body)
    if (stored?.success) return onChange(stored.data.logo)
    const reason = answer === 'failed' ? undefined : findError(answer.body).message
    setProblem(reason ?? PICTURE_TEXTS.failed.description)
  }

  return (
    <PictureDrop
      legend="Logo"
      label={logo === null ? 'Wybierz logo' : 'Zmień logo'}
      hint="Przeciągnij plik tutaj, wklej go (Ctrl+V) albo wybierz."
      note="PNG, JPG lub WebP, do 5 MB. Najlepiej ciemne, na przezroczystym tle. Puste brzegi obetniemy."
      share={share}
      problems={[problem, error].filter((sentence) => sentence != null)}
      onFiles={(files) => void send(files)}
      onCancel={() => running.current?.abort()}
      picture={
        logo !== null && (
          <div className="w-full rounded-xl bg-ivory p-3">
            <img src={buildLogoUrl(logo)} alt="Logo sklepu" className="max-h-12 max-w-48" />
          </div>
        )
      }
    >
      {logo !== null && (
        <Button
          variant="quiet"
          size="tight"
          onClick={() => {
            setProblem(null)
            onChange(null)
          }}
        >
          <Trash2 aria-hidden="true" className="size-4" />
          Usuń logo
        </Button>
      )}
    </PictureDrop>
  )
}
