import { useState } from 'react'
import style from './document.module.css'

/** A PDF in the browser's own viewer, which has pages, zoom and search. */
export function Sheet({ url, name }: { url: string; name: string }) {
  // An open PDF is not reloaded with a new URL.
  const [src] = useState(url)
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox, and what it is was verified.
  return <iframe className={style.sheet} src={src} title={name} referrerPolicy="no-referrer" />
}
