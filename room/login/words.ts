import { words } from '../../desk/words/language.ts'

export const login = words({
  'pt-BR': {
    coming: 'Entrando…',
    left: 'Você saiu',
    leftDetail: 'Nada do que você viu ficou neste navegador.',
    enter: 'Entrar',
    failed: 'Não foi possível entrar',
    why: {
      ISSUER_SILENT: 'O emissor de identidades não respondeu. Tente de novo em alguns instantes.',
      NOT_BEGUN_HERE: 'Este login não começou neste navegador, ou já terminou. Comece de novo.',
      NOT_BELIEVED: 'A resposta do emissor não confere com o pedido. Comece de novo; se continuar, fale com o suporte.',
      REFUSED: 'O emissor não deixou você entrar. Comece de novo, ou entre como outra pessoa.',
    },
  },
  'en-US': {
    coming: 'Logging in…',
    left: 'You have left',
    leftDetail: 'Nothing of what you saw is kept in this browser.',
    enter: 'Log in',
    failed: 'You could not be logged in',
    why: {
      ISSUER_SILENT: 'The issuer of identities did not answer. Try again in a moment.',
      NOT_BEGUN_HERE: 'This log-in was not begun in this browser, or it is over. Begin again.',
      NOT_BELIEVED: 'What the issuer answered does not fit what was asked. Begin again; if it goes on, ask support.',
      REFUSED: 'The issuer did not let you in. Begin again, or come as somebody else.',
    },
  },
})
