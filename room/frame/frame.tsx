import { Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { connection } from '../../desk/contract/connection.ts'
import style from '../../desk/frame/frame.module.css'
import { frame } from '../../desk/frame/words.ts'
import { useKeys } from '../../desk/parts/keys.tsx'
import { Toasts } from '../../desk/parts/toast.tsx'
import { useWords } from '../../desk/words/language.ts'
import { Navigation } from './navigation.tsx'
import { pages } from './pages.ts'
import { room } from './words.ts'

/** What is around every page of the room, as it is around those of the desk. */
export function Frame() {
  const { skip, toasts } = useWords(frame)
  const say = useWords(room)
  const navigate = useNavigate()
  const lost = connection.use()
  useKeys(Object.fromEntries(pages.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])))
  return (
    <div className={style.frame}>
      <a className={style.skip} href="#content">
        {skip}
      </a>
      <Navigation />
      <div className={style.side}>
        {lost && (
          <p className={style.lost} role="status">
            {say.lost}
          </p>
        )}
        <main id="content" className={style.content} tabIndex={-1}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Toasts label={toasts} />
    </div>
  )
}
