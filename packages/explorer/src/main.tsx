import { options, render } from 'preact';
import { App } from './app.tsx';
import { loadConfig } from './config.ts';
import { currentLocation, startRouter } from './router.ts';
import { routeOf } from './routes.ts';
import { makeTextVisible } from './ui/visible-nodes.ts';

const root = document.getElementById('app');
if (root !== null) {
  makeTextVisible(options);
  // The page's module loads in parallel with `config.json`, which determines whether the path or the fragment is its
  // address. The router reports errors.
  const likely = location.hash.startsWith('#/') ? location.hash.slice(1).split('?')[0] : location.pathname;
  void routeOf(likely ?? '/')
    ?.load()
    .catch(() => undefined);
  loadConfig()
    .then(async () => {
      startRouter();
      const route = routeOf(currentLocation().path);
      const page = await route?.load().catch(() => undefined);
      render(<App loaded={route && page ? { [route.pattern]: page } : {}} />, root);
    })
    .catch((error: unknown) => render(<p class="alert">The explorer cannot start: {String(error)}</p>, root));
}
