import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { findError, type Sending, uploadFile } from '#app/admin/send-file.ts'
import { preparePicture } from '#app/pictures/prepare-picture.ts'
import { toast } from '#app/ui/toast.ts'
import {
  type DescribedPicture,
  PICTURE_TWICE,
  PICTURES_MAX,
  TOO_MANY_PICTURES,
} from '#domain/catalog/product-pictures.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { PICTURE_BYTES_MAX, PICTURE_TEXTS, uploadedPictureSchema } from '#domain/pictures/picture.ts'

/** Sends pictures one after the other and adds each to the list as it is at that time. */
export function useUploads(pictures: readonly DescribedPicture[], onChange: (pictures: DescribedPicture[]) => void) {
  /** The sent part of the present picture, 0 to 1; null while it sends none. */
  const [share, setShare] = useState<number | null>(null)
  const [problems, setProblems] = useState<string[]>([])
  const waiting = useRef<File[]>([])
  const running = useRef<AbortController>(null)
  const present = useRef(pictures)
  // At once, because a later effect would restore the list from before the next picture.
  useLayoutEffect(() => {
    present.current = pictures
  })
  useEffect(() => () => running.current?.abort(), [])

  async function send(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    waiting.current.push(...files)
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setProblems([])
    let stored = 0
    for (let file = waiting.current.shift(); file; file = waiting.current.shift()) {
      setShare(0)
      if (await store(file, controller.signal)) stored += 1
    }
    running.current = null
    setShare(null)
    if (stored === 1) toast({ ...PICTURE_TEXTS.done, tone: 'success' })
    if (stored > 1) toast({ title: `Przesłane zdjęcia: ${stored}`, tone: 'success' })
  }

  async function store(file: File, signal: AbortSignal): Promise<boolean> {
    if (present.current.length >= PICTURES_MAX) return refuse(file, TOO_MANY_PICTURES)
    const sent = await sendPicture(file, { onProgress: setShare, signal })
    if (!sent.ok) {
      if (sent.failure.reason === 'cancelled') return false
      const { title, description } = sent.failure
      toast({ title, description, tone: 'error' })
      return refuse(file, `${title}. ${description}`)
    }
    const { imageKey: image_key } = sent.value
    if (present.current.some((picture) => picture.image_key === image_key)) return refuse(file, PICTURE_TWICE)
    present.current = [...present.current, { image_key, alt: '' }]
    onChange([...present.current])
    return true
  }

  function refuse(file: File, sentence: string): false {
    setProblems((before) => [...new Set([...before, `${file.name}: ${sentence}`])])
    return false
  }

  return {
    share,
    problems,
    send: (files: readonly File[]) => void send(files),
    cancel() {
      waiting.current = []
      running.current?.abort()
    },
  }
}

/** Why a picture was not stored, in words; `cancelled`: its sender stopped it. */
type UploadProblem = { reason: 'failed'; title: string; description: string } | { reason: 'cancelled' }

/** Sends a picture to the shop, made smaller where it is large. */
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
