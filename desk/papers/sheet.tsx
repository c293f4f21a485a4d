import { useState } from 'react'
import style from './paper.module.css'

/** A PDF, shown by the browser itself, which has pages, zoom and search of its own. */
export function Sheet({ url, name }: { url: string; name: string }) {
  // One that is being read is not begun anew with another address.
  const [src] = useState(url)
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox, and what it is was verified.
  return <iframe className={style.sheet} src={src} title={name} referrerPolicy="no-referrer" />
}
