/** spec 2 §2: the page of an unknown address. */
export function NotFoundScreen() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col items-start justify-center gap-4 px-6">
      <title>Oops! Page not found</title>
      <meta name="robots" content="noindex" />
      <p className="font-display text-6xl text-oud">404</p>
      <h1 className="font-display text-3xl">Oops! Page not found</h1>
      <p>Tej strony nie ma albo zmieniła adres.</p>
      <a className="inline-flex min-h-11 items-center underline underline-offset-4" href="/">
        Wróć na stronę główną
      </a>
    </main>
  )
}
