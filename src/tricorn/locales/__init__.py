"""The translations: catalogues for each language, the module that reads them, and the script that updates them."""
