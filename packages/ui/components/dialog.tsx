import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.ts'
import { shared } from '../i18n/shared-messages.ts'
import { Button } from './button.tsx'
import style from './dialog.module.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** Its purpose, in a sentence. */
  about?: string
  wide?: boolean
  /** As large as the window. */
  full?: boolean
  children: ReactNode
}

/** Modal dialog. Escape closes it. */
export function Dialog({ open, onClose, title, about, wide = false, full = false, children }: DialogProps) {
  const { close } = useMessages(shared)
  return (
    <Primitive.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={style.veil} />
        <Primitive.Content
          className={`${style.dialog} ${wide ? style.wide : ''} ${full ? style.full : ''}`}
          {...(about ? {} : { 'aria-describedby': undefined })}
        >
          <header className={style.head}>
            <Primitive.Title className={style.title}>{title}</Primitive.Title>
            <Primitive.Close asChild>
              <Button look="quiet" icon="close" aria-label={close} />
            </Primitive.Close>
          </header>
          {about && <Primitive.Description className={style.about}>{about}</Primitive.Description>}
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The actions of a dialog, the primary one last. */
export function DialogEnd({ children }: { children: ReactNode }) {
  return <footer className={style.end}>{children}</footer>
}
