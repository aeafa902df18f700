import { render } from 'preact';
import { App } from './app.tsx';
import { loadConfig } from './config.ts';
import { startRouter } from './router.ts';

const root = document.getElementById('app');
if (root !== null) {
  loadConfig()
    .then(() => {
      startRouter();
      render(<App />, root);
    })
    .catch((error: unknown) => render(<p class="alert">The explorer cannot start: {String(error)}</p>, root));
}
