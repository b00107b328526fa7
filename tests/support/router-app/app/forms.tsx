import { useEffect, useState } from 'react'
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useFetcher,
  useLoaderData,
} from 'react-router'

export function loader({ request }: LoaderFunctionArgs) {
  return { searched: new URL(request.url).searchParams.get('word') }
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  return { sent: String(form.get('word')) }
}

/** One form of each kind, next to the server's answer. */
export default function Forms() {
  const { searched } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const fetcher = useFetcher<typeof action>()
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return (
    <main data-alive={isAlive}>
      <Form aria-label="search">
        <input name="word" aria-label="word" />
        <button type="submit">Go</button>
        <output>{searched}</output>
      </Form>
      <Form aria-label="action" method="post">
        <input name="word" aria-label="word" />
        <button type="submit">Go</button>
        <output>{answer?.sent}</output>
      </Form>
      <fetcher.Form aria-label="fetcher" method="post">
        <input name="word" aria-label="word" />
        <button type="submit">Go</button>
        <output>{fetcher.data?.sent}</output>
      </fetcher.Form>
    </main>
  )
}
