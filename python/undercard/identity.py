"""What a bot written in Python depends on, so that two runs have the same id only if their bots play alike."""

from __future__ import annotations

import builtins
import dis
import platform
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any
from uuid import uuid4

# What always gives the same for the same arguments. Other parts of Python can depend on chance, the clock, the system, or the
# place of an object in memory.
_MODULES = (
    "math",
    "cmath",
    "itertools",
    "functools",
    "operator",
    "collections",
    "bisect",
    "heapq",
    "fractions",
    "statistics",
    "string",
    "numpy",
    "numpy.linalg",
)
_NOT_OF_MODULES = {
    "attrgetter",
    "methodcaller",
    "NormalDist",
    # Of numpy: files, the clock, and memory that nobody filled.
    *("load", "fromfile", "memmap", "genfromtxt", "loadtxt", "fromregex", "datetime64", "empty", "empty_like", "ndarray"),
}
_BUILTINS = {
    *("abs", "all", "any", "ascii", "bin", "bool", "bytearray", "bytes", "chr", "complex", "dict", "divmod", "enumerate"),
    *("filter", "float", "format", "hex", "int", "isinstance", "issubclass", "iter", "len", "list", "map", "max", "min"),
    *("next", "oct", "ord", "pow", "print", "range", "repr", "reversed", "round", "slice", "sorted", "str", "sum", "tuple"),
    *("zip", "Ellipsis", "NotImplemented"),
}
_CHANGES = {"STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"}


class _Unknown(Exception):
    """Nobody can say whether two runs of a bot are equal, with the reason."""


def identity(bot: Callable[..., Any]) -> tuple[str, str | None]:
    """A text that differs between bots that may play differently, and the reason if it is a new text each time.

    It is the attribute `version` if there is one, otherwise the code of a function with all that it names.
    """
    version = getattr(bot, "version", None)
    if version is not None:
        return f"version {version}", None
    try:
        if not isinstance(bot, FunctionType):
            raise _Unknown(f"it is no function, but of the type {type(bot).__name__}")
        return f"{platform.python_version()} {_written(bot, '', ())}", None
    except _Unknown as unknown:
        return str(uuid4()), str(unknown)
    except (ValueError, RecursionError):  # a variable of an outer function may have no value yet
        return str(uuid4()), "it depends on values that cannot be written down"


def _written(value: Any, name: str, outer: tuple[object, ...]) -> str:
    """The value of a name as text. `outer` are the values that it is part of."""
    if value is None or type(value) in (bool, int, float, complex, str, bytes):
        return repr(value)
    if any(value is known for known in outer):
        return f"part {[value is known for known in outer].index(True)}"
    known = _in_module(value)
    if known is not None:
        return known
    outer = (*outer, value)

    def parts(values: list[Any]) -> str:
        return f"{type(value).__name__}({', '.join(_written(part, name, outer) for part in values)})"

    if isinstance(value, FunctionType):
        if str(value.__module__).split(".")[0] in sys.stdlib_module_names:
            raise _Unknown(f"it uses {name or value.__qualname__}")
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        used = [f"{used}: {text}" for used, text in _used(value, outer)]
        return parts([_code(value.__code__), used, cells, value.__defaults__, value.__kwdefaults__, vars(value)])
    if type(value) in (tuple, list):
        return parts(list(value))
    if type(value) is dict:
        return parts([part for item in value.items() for part in item])
    # An array or a number of numpy.
    if type(value).__module__ == "numpy" and hasattr(value, "tobytes") and not value.dtype.hasobject:
        return parts([str(value.dtype), value.shape, value.tobytes()])
    if isinstance(value, (set, frozenset)):
        raise _Unknown(f"the order of the set {name} differs between programs; a list or a dict has an order")
    raise _Unknown(f"it uses {name}" if name else f"it uses an object of the type {type(value).__name__}")


def _in_module(value: Any) -> str | None:
    """The name of a function or class of a known module, or of Python."""
    name = getattr(value, "__name__", None)
    if not isinstance(name, str) or isinstance(value, ModuleType):
        return None
    if name in _BUILTINS or isinstance(value, type) and issubclass(value, BaseException):
        if getattr(builtins, name, None) is value:
            return name
    for module in _MODULES:
        if module in sys.modules and getattr(sys.modules[module], name, None) is value:
            return _of_module(sys.modules[module], name)
    return None


def _of_module(module: ModuleType, name: str) -> str:
    if name in _NOT_OF_MODULES or name.startswith("_"):
        raise _Unknown(f"it uses {module.__name__}.{name}")
    root = sys.modules.get(module.__name__.split(".")[0], module)
    return f"{module.__name__}.{name} {getattr(root, '__version__', '')}"


def _code(code: CodeType) -> str:
    """The code of a function and of those within it."""
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    constants = [_code(one) if isinstance(one, CodeType) else _constant(one) for one in code.co_consts]
    return repr((code.co_code, code.co_exceptiontable, counts, names, constants))


def _constant(value: Any) -> str:
    if isinstance(value, frozenset):
        return f"frozenset({sorted(map(_constant, value))})"
    return f"({', '.join(map(_constant, value))})" if isinstance(value, tuple) else repr(value)


def _used(function: FunctionType, outer: tuple[object, ...]) -> Iterator[tuple[str, str]]:
    """The global names that a function uses, with their values as text; of modules, the attributes."""
    for path in dict.fromkeys(_paths(function.__code__)):
        name, *attributes = path
        if name in function.__globals__:
            yield ".".join(path), _attribute(function.__globals__[name], name, attributes, outer)
        elif hasattr(builtins, name) and _in_module(getattr(builtins, name)) is None:
            raise _Unknown(f"it uses {name}")


def _attribute(value: Any, name: str, attributes: list[str], outer: tuple[object, ...]) -> str:
    """The value at a path through modules, as text."""
    while isinstance(value, ModuleType) and attributes:
        attribute, *attributes = attributes
        if value.__name__ in _MODULES and not isinstance(getattr(value, attribute, None), ModuleType):
            return _of_module(value, attribute)
        name = f"{name}.{attribute}"
        if not hasattr(value, attribute):
            raise _Unknown(f"it uses {name}")
        value = getattr(value, attribute)
    return _written(value, name, outer)


def _paths(code: CodeType) -> Iterator[tuple[str, ...]]:
    """The global names in a code and in the functions within it, each with the attributes that directly follow it."""
    path: tuple[str, ...] = ()
    constant: Any = None
    for instruction in dis.get_instructions(code):
        kind, name = instruction.opname, instruction.argval
        if kind == "EXTENDED_ARG":
            continue
        if path and kind in ("LOAD_ATTR", "LOAD_METHOD"):
            path = (*path, name)
        elif path:
            yield path
            path = ()
        if kind in ("LOAD_GLOBAL", "LOAD_NAME"):
            path = (name,)
        _check(code, kind, name, constant)
        constant = name if kind == "LOAD_CONST" else None
    if path:
        yield path
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _paths(inner)


def _check(code: CodeType, kind: str, name: Any, constant: Any) -> None:
    """Rejects an instruction that changes variables for later decisions, or whose result is not the same in each program."""
    if kind in _CHANGES or kind == "STORE_DEREF" and name in code.co_freevars:
        raise _Unknown(f"it changes {name}, which outlasts the decision")
    if kind in ("IMPORT_NAME", "IMPORT_FROM"):
        raise _Unknown(f"it imports {name} when it is called; import it outside of the function")
    if kind in ("BUILD_SET", "SET_ADD") or isinstance(constant, frozenset) and kind != "CONTAINS_OP":
        raise _Unknown("the order of a set differs between programs; a list or a dict has an order")
    if isinstance(name, str) and name.startswith("__") and kind.startswith("LOAD") and kind != "LOAD_CONST":
        raise _Unknown(f"it uses {name}")
